import { all, defineRuleFiles, type ToolRuleFiles } from "../../rule-files/define-rule-files.ts";
import { sharedSkills } from "../../skills/define-skills.ts";

const source = "https://github.com/mistralai/mistral-vibe/blob/main/README.md";

export const ruleFiles: ToolRuleFiles = defineRuleFiles({
  id: "vibe",
  title: "Mistral Vibe",
  aliases: ["mistral", "mistral-vibe"],
  formats: [{ locations: [{ dir: ".vibe", files: ["AGENTS.md"], personal: true }], source }],
  output: { file: "AGENTS.md" },
  skills: {
    dirs: [sharedSkills, ".vibe/skills"],
    keys: ["user-invocable"],
    source,
  },
  reads: [all(source, { files: ["AGENTS.md"] })],
  remarks: ["Its documentation names a personal `AGENTS.md` without its path: `~/.vibe/AGENTS.md` is not verified."],
});
