import { own } from "../../format/read-groups.ts";
import type { ToolRuleFiles } from "../../model/tool-rule-files.ts";
import type { Inclusion } from "@precept/core";
import type { Dialect } from "../../model/dialect.ts";
import type { FormatSpec, InclusionSupport } from "../../model/spec.ts";
import { precept } from "./codec.ts";

const inclusions: Readonly<Record<Inclusion, InclusionSupport>> = {
  always: { syntax: "`inclusion: always`" },
  fileMatch: { syntax: "`inclusion: fileMatch`, `globs`" },
  agentRequested: { syntax: "`inclusion: agentRequested`" },
  manual: { syntax: "`inclusion: manual`" },
  relevant: { syntax: "`inclusion: relevant`" },
};

/** Native rules. They support all fields of a rule. Their keys are documented in docs/reference/rule-files.md. */
export const preceptSpec: FormatSpec = {
  id: "precept",
  title: "Precept",
  targets: ["precept"],
  keys: [],
  inclusions,
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

const preceptDialect: Dialect = {
  id: "precept",
  title: "Precept",
  aliases: ["native"],
  formats: [{ spec: preceptSpec, codec: precept, locations: [{ dir: ".precept/rules", nested: true }] }],
  output: { kind: "files", spec: preceptSpec, codec: precept, dir: ".precept/rules", nested: true },
};

export const ruleFiles: ToolRuleFiles = {
  dialect: preceptDialect,
  reads: [own(preceptDialect)],
};
