import { all, defineRuleFiles, own, type ToolRuleFiles } from "../../rule-files/define-rule-files.ts";
import { sharedSkills } from "../../skills/define-skills.ts";
import { findStrayImports, geminiImports } from "./stray-imports.ts";

const source = "https://geminicli.com/docs/cli/gemini-md";

/** Gemini CLI's `GEMINI.md`. Other file names, which its settings allow, are not supported. */
export const ruleFiles: ToolRuleFiles = defineRuleFiles({
  id: "gemini",
  title: "Gemini CLI",
  aliases: ["gemini-cli"],
  formats: [
    {
      locations: [
        { dir: "", files: ["GEMINI.md"], nested: true },
        { dir: ".gemini", files: ["GEMINI.md"], personal: true },
      ],
      imports: geminiImports,
      check: findStrayImports,
      source,
    },
  ],
  output: { file: "GEMINI.md", nested: true },
  importing: { file: "GEMINI.md", format: "gemini", imported: "AGENTS.md" },
  skills: {
    dirs: [sharedSkills, ".gemini/skills"],
    oneOfName: true,
    drops: ["no-description"],
    needsFirstByte: true,
    source: "https://github.com/google-gemini/gemini-cli/tree/main/packages/core/src/skills",
  },
  reads: [own(), all(source, { files: ["AGENTS.md"], as: "gemini", nested: true, setting: "context.fileName" })],
  remarks: ["`context.fileName` in Gemini CLI's settings replaces the name `GEMINI.md` by one or several others."],
});
