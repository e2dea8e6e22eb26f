import { defineRuleFiles, firstInDirectory, type ToolRuleFiles } from "../../rule-files/define-rule-files.ts";
import { sharedSkills } from "../../skills/define-skills.ts";

const docs = "https://github.com/earendil-works/pi/blob/main/packages/coding-agent/docs";
const files = ["AGENTS.override.md", "AGENTS.md", "CLAUDE.md"];

export const ruleFiles: ToolRuleFiles = defineRuleFiles({
  id: "pi",
  title: "Pi",
  aliases: ["pi-coding-agent"],
  formats: [{ locations: [{ dir: ".pi/agent", files, firstOnly: true, personal: true }], source: `${docs}/configuration.md` }],
  output: { file: "AGENTS.md", nested: true },
  skills: {
    dirs: [sharedSkills, ".pi/skills"],
    personalDirs: [".pi/agent/skills", sharedSkills],
    ownPersonal: [".pi/agent/skills"],
    source: `${docs}/skills.md`,
  },
  reads: [firstInDirectory(`${docs}/configuration.md`, { files, nested: "towardsWorkingDirectory" })],
  remarks: ["`.pi/SYSTEM.md` and `.pi/APPEND_SYSTEM.md` change the system prompt, and are not rules."],
});
