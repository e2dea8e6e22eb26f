import { phases } from "@precept/governance";
import { ruleEngineTool } from "../names.ts";

export const ruleEngineActions = ["register", "execute", "check_violation"] as const;
export type RuleEngineAction = (typeof ruleEngineActions)[number];

/** The tool `rule_engine` as it is listed. */
export const ruleEngineToolListing = {
  name: ruleEngineTool,
  title: "Rule engine",
  description:
    "Unified rule governance for AI agent systems. `execute` checks code, a command or a text against the policies in force and does what they " +
    "ask for; `check_violation` only looks; `register` puts a policy in force.",
  inputSchema: {
    type: "object",
    properties: {
      action: { type: "string", enum: [...ruleEngineActions], description: "What the rule engine is to do." },
      rule: { type: "object", description: "The policy to register: id, severity, message, match and so on." },
      rule_id: { type: "string", description: "The only policy to check. Without it, all are." },
      phase: {
        type: "string",
        enum: [...phases],
        description: "The phase of the work. Without it, policies of all phases are checked.",
      },
      explain: {
        type: "boolean",
        description: "Whether to name every policy that had no part, and why. Default false.",
      },
      context: {
        type: "object",
        description:
          "What to check, and what is known about the work: `code` is the text, `file` its path, `subject` what it is (file, command, prompt, " +
          "response, tool, result or text). Policies may ask for any other key, such as agent_type.",
        properties: { code: { type: "string" }, file: { type: "string" }, subject: { type: "string" } },
      },
    },
    required: ["action"],
  },
} as const;
