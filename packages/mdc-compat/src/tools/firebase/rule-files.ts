import { defineRuleFiles, type ToolRuleFiles } from "../../rule-files/define-rule-files.ts";

/** Firebase Studio, which reads `.idx/airules.md`. It is not documented whether `GEMINI.md` has precedence. */
export const ruleFiles: ToolRuleFiles = defineRuleFiles({
  id: "firebase",
  title: "Firebase Studio",
  aliases: ["firebase-studio", "idx"],
  formats: [
    { locations: [{ dir: ".idx", files: ["airules.md"] }], source: "https://firebase.google.com/docs/studio/set-up-gemini" },
  ],
  output: { file: ".idx/airules.md" },
});
