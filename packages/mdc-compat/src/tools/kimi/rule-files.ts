import { all, defineRuleFiles, type ToolRuleFiles } from "../../rule-files/define-rule-files.ts";
import { sharedSkills } from "../../skills/define-skills.ts";
import { bareArguments } from "../../skills/expansions.ts";

const source = "https://www.kimi.com/help/kimi-code/cli-customization";

export const ruleFiles: ToolRuleFiles = defineRuleFiles({
  id: "kimi",
  title: "Kimi Code",
  aliases: ["kimi-code", "kimi-cli"],
  formats: [{ locations: [{ dir: ".kimi-code", files: ["AGENTS.md"], personal: true }], source }],
  output: { file: "AGENTS.md", nested: true },
  skills: {
    dirs: [sharedSkills, ".kimi-code/skills"],
    own: [".kimi-code/skills"],
    keys: ["disable-model-invocation"],
    drops: ["no-description"],
    expansions: [bareArguments],
    source: "https://github.com/MoonshotAI/kimi-code/blob/main/docs/en/customization/skills.md",
  },
  reads: [all(source, { files: ["AGENTS.md"], nested: true })],
  remarks: ["`~/.kimi-code/AGENTS.md` and `.kimi-code/AGENTS.md` of a project are not in its documentation, and not verified."],
});
