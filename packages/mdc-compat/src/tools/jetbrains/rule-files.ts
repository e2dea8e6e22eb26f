import { own } from "../../format/read-groups.ts";
import type { ToolRuleFiles } from "../../model/tool-rule-files.ts";
import type { Dialect } from "../../model/dialect.ts";
import { jetbrains } from "./codec.ts";
import { jetbrainsSpec } from "./spec.ts";

/** JetBrains AI Assistant. Junie, the other agent of JetBrains, is a dialect of its own. */
const jetbrainsDialect: Dialect = {
  id: "jetbrains",
  title: jetbrainsSpec.title,
  aliases: ["aiassistant", "jetbrains-ai"],
  formats: [{ spec: jetbrainsSpec, codec: jetbrains, locations: [{ dir: ".aiassistant/rules" }] }],
  output: { kind: "files", spec: jetbrainsSpec, codec: jetbrains, dir: ".aiassistant/rules", nested: false },
};

export const ruleFiles: ToolRuleFiles = {
  dialect: jetbrainsDialect,
  reads: [own(jetbrainsDialect)],
};
