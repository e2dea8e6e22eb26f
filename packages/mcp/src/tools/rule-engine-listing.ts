import { phases } from "@precept/governance";
import { ruleEngineTool } from "../names.ts";

export const ruleEngineActions = ["register", "execute", "check_violation"] as const;
export type RuleEngineAction = (typeof ruleEngineActions)[number];

/** The tool `rule_engine` as it is listed. */
export const ruleEngineToolListing = {
  name: ruleEngineTool,
  title: "Rule engine",
  description:
    "Unified rule governance for AI agent systems. `execute` checks code, a command or a text against the active policies and acts on " +
    "violations; `check_violation` only reports them; `register` activates a policy.",
  inputSchema: {
    type: "object",
    properties: {
      action: { type: "string", enum: [...ruleEngineActions], description: "The action to perform." },
      rule: { type: "object", description: "The policy to register: id, severity, message, match and so on." },
      rule_id: { type: "string", description: "The id of the policy to check. Default: all active policies." },
      phase: {
        type: "string",
        enum: [...phases],
        description: "The phase of the work. Default: policies of all phases are checked.",
      },
      explain: {
        type: "boolean",
        description: "Whether to list every skipped policy with the reason. Default false.",
      },
      context: {
        type: "object",
        description:
          "The text to check and its context: `code` is the text, `file` its path, `subject` its kind (file, command, prompt, response, tool, " +
          "result or text). Policies can filter on any other key, such as agent_type.",
        properties: { code: { type: "string" }, file: { type: "string" }, subject: { type: "string" } },
      },
    },
    required: ["action"],
  },
} as const;
