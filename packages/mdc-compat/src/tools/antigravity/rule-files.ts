import { all, defineRuleFiles, own, type ToolRuleFiles } from "../../rule-files/define-rule-files.ts";
import { sharedSkills } from "../../skills/define-skills.ts";
import { antigravity, antigravitySpec } from "./codec.ts";

export const ruleFiles: ToolRuleFiles = defineRuleFiles({
  id: "antigravity",
  title: "Antigravity",
  formats: [
    {
      spec: antigravitySpec,
      codec: antigravity,
      // New versions write .agents/rules: https://discuss.ai.google.dev/t/new-folder-for-rules/126165
      locations: [{ dir: ".agents/rules" }, { dir: ".agent/rules" }],
    },
  ],
  skills: {
    // Older versions read the second, newer ones the first.
    dirs: [sharedSkills, ".agent/skills"],
    own: [".agent/skills"],
    personalDirs: [".gemini/antigravity/skills"],
    ownPersonal: [".gemini/antigravity/skills"],
    source: "https://antigravity.google/docs/skills",
  },
  reads: [own(), all("https://github.com/dyoshikawa/rulesync", { files: ["AGENTS.md", "GEMINI.md"] })],
});
