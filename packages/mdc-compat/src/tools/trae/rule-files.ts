import { all, defineRuleFiles, own, type ToolRuleFiles } from "../../rule-files/define-rule-files.ts";
import { trae } from "./codec.ts";
import { traeSpec } from "./spec.ts";

/** Trae reads `AGENTS.md`, `CLAUDE.md` and `CLAUDE.local.md` only if a setting is on. User rules are settings. */
export const ruleFiles: ToolRuleFiles = defineRuleFiles({
  id: "trae",
  title: "Trae",
  formats: [{ spec: traeSpec, codec: trae, locations: [{ dir: ".trae/rules", nested: true }] }],
  reads: [
    own(),
    all(
      "https://github.com/dyoshikawa/rulesync",
      { files: ["AGENTS.md"], setting: "Include AGENTS.md in context" },
      { files: ["CLAUDE.md", "CLAUDE.local.md"], setting: "Include CLAUDE.md in context" },
    ),
  ],
});
