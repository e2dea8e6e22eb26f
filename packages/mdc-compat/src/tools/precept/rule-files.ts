import { defineRuleFiles, type ToolRuleFiles } from "../../rule-files/define-rule-files.ts";
import type { FormatSpec } from "../../model/spec.ts";
import { precept } from "./codec.ts";

/** Native rules. They support all fields of a rule. Their keys are documented in docs/reference/rule-files.md. */
export const preceptSpec: FormatSpec = {
  id: "precept",
  title: "Precept",
  targets: ["precept"],
  keys: [],
  inclusions: {
    always: { syntax: "`inclusion: always`" },
    fileMatch: { syntax: "`inclusion: fileMatch`, `globs`" },
    agentRequested: { syntax: "`inclusion: agentRequested`" },
    manual: { syntax: "`inclusion: manual`" },
    relevant: { syntax: "`inclusion: relevant`" },
  },
  globs: {
    withoutSlash: "anywhere",
    withSlash: "root",
    list: "list or commas",
    exclusions: true,
    toCanonical: (glob) => glob,
    fromCanonical: (glob) => [glob],
  },
  describable: ["always", "fileMatch", "agentRequested", "manual", "relevant"],
  references: true,
  contexts: {},
  allowsUnknownKeys: true,
  limits: [],
  source: "rule-files.md",
};

export const ruleFiles: ToolRuleFiles = defineRuleFiles({
  id: "precept",
  title: "Precept",
  aliases: ["native"],
  formats: [{ spec: preceptSpec, codec: precept, locations: [{ dir: ".precept/rules", nested: true }] }],
});
