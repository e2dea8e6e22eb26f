import { defineRuleFiles, type ToolRuleFiles } from "../../rule-files/define-rule-files.ts";
import { jetbrains } from "./codec.ts";
import { jetbrainsSpec } from "./spec.ts";

/** JetBrains AI Assistant. Junie, the other agent of JetBrains, has a separate dialect. */
export const ruleFiles: ToolRuleFiles = defineRuleFiles({
  id: "jetbrains",
  title: "JetBrains AI Assistant",
  aliases: ["aiassistant", "jetbrains-ai"],
  formats: [{ spec: jetbrainsSpec, codec: jetbrains, locations: [{ dir: ".aiassistant/rules" }] }],
});
