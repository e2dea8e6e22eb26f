import { defineRuleFiles, type ToolRuleFiles } from "../../rule-files/define-rule-files.ts";

/**
 * Aider reads no rules on its own: `.aider.conf.yml` has to name them, as in `read: CONVENTIONS.md`. So the conventions
 * are read only in projects with that file. Other files under `read` are not supported.
 */
export const ruleFiles: ToolRuleFiles = defineRuleFiles({
  id: "aider",
  title: "Aider",
  formats: [
    {
      locations: [{ dir: "", files: ["CONVENTIONS.md"], requires: ".aider.conf.yml" }],
      source: "https://aider.chat/docs/usage/conventions.html",
    },
  ],
  output: { file: "CONVENTIONS.md" },
  remarks: ["Aider reads no rules by itself: `read` in `.aider.conf.yml` has to name each file."],
});
