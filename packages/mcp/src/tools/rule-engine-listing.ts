import { phases, policyActions, policyActionSpecs } from "@precept/governance";
import { ruleEngineTool } from "../names.ts";

/** What `rule_engine` can do, and what its description says about it. */
const ruleEngineActionSpecs = {
  register: "activates a policy",
  execute: "checks code, a command or a text against the active policies and acts on violations",
  check_violation: "only reports violations",
  report_violation: "records a violation that you found, also of a policy that has no pattern",
  ignore_advice: "says that you ignore advice (`advice_key`)",
  comply_with_advice: "says that you follow it",
  list_audit: "returns the last audit entries of your session",
  audit_stats: "counts them by policy, action, phase, day and agent",
} as const;

export type RuleEngineAction = keyof typeof ruleEngineActionSpecs;
export const ruleEngineActions = Object.keys(ruleEngineActionSpecs) as [RuleEngineAction, ...RuleEngineAction[]];

/** What an agent does about each action of a decision: "TERMINATE: stop, and tell a human; …". */
export const policyActionTexts = policyActions.map((action) => `${action}: ${policyActionSpecs[action].instruction}`).join("; ");

const actionTexts = Object.entries(ruleEngineActionSpecs).map(([name, text]) => `\`${name}\` ${text}`);

export const ruleEngineToolListing = {
  name: ruleEngineTool,
  title: "Rule engine",
  description: `Unified rule governance for AI agent systems. ${actionTexts.join("; ")}.`,
  inputSchema: {
    type: "object",
    properties: {
      action: { type: "string", enum: [...ruleEngineActions], description: "The action to perform." },
      rule: { type: "object", description: "The policy to register: id, severity, message, match and so on." },
      rule_id: {
        type: "string",
        description: "The id of the policy to check, or that was violated. Default: all active policies.",
      },
      phase: {
        type: "string",
        enum: [...phases],
        description: "The phase of the work. Default: policies of all phases are checked.",
      },
      explain: {
        type: "boolean",
        description: "Whether to list every skipped policy with the reason. Default false.",
      },
      high_quality: {
        type: "boolean",
        description: "Whether the work requires high quality, which raises the priority of some policies. Default false.",
      },
      advice_key: { type: "string", description: "The `key` of advice in an earlier answer." },
      line: { type: "integer", minimum: 1, description: "With `report_violation`: the line, from 1." },
      limit: { type: "integer", minimum: 1, maximum: 200, description: "With `list_audit`: the number of entries. Default 50." },
      before: { type: "string", description: "With `list_audit`: the `previous` of the last page." },
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

/** The listing without rarely used arguments, which are accepted, too. */
export const compactRuleEngineListing = {
  name: ruleEngineTool,
  description:
    "Checks code, a command or a text against the policies of the project. Before you hand in code or run a command, call it with `action: execute`, the " +
    `phase of your work and \`context: {code, file}\`, and act on \`action\` of the answer: ${policyActionTexts}; PASS: no violations. ` +
    "`check_violation` only reports, `report_violation` records one that you found, and `register` adds the policy in `rule`.",
  inputSchema: {
    type: "object",
    properties: {
      action: { type: "string", enum: [...ruleEngineActions] },
      rule: { type: "object" },
      rule_id: { type: "string", description: "One policy. Default: all." },
      phase: { type: "string", enum: [...phases] },
      advice_key: { type: "string", description: "With `ignore_advice` and `comply_with_advice`: the `key` of the advice." },
      context: {
        type: "object",
        description: "`subject`: file, command, prompt, response, tool, result or text.",
        properties: { code: { type: "string" }, file: { type: "string" }, subject: { type: "string" } },
      },
    },
    required: ["action"],
  },
} as const;
