import { defineRuleFiles, type ToolRuleFiles } from "../../rule-files/define-rule-files.ts";
import { sharedSkills } from "../../skills/define-skills.ts";

/** Replit Agent, which reads `replit.md` and also rewrites it. */
export const ruleFiles: ToolRuleFiles = defineRuleFiles({
  id: "replit",
  title: "Replit",
  aliases: ["replit-agent"],
  formats: [{ locations: [{ dir: "", files: ["replit.md"] }], source: "https://docs.replit.com/replitai/replit-dot-md" }],
  output: { file: "replit.md" },
  skills: { dirs: [sharedSkills], personalDirs: [], source: "https://docs.replit.com/references/agent/skills" },
});
