import { all, defineRuleFiles, type ToolRuleFiles } from "../../rule-files/define-rule-files.ts";
import { createTextCodec } from "../../format/plain-codec.ts";
import { sharedSkills } from "../../skills/define-skills.ts";

const source = "https://github.com/charmbracelet/crush/blob/main/internal/config/config.go";

/**
 * Besides its own files, Crush reads `.cursor/rules`, `.cursorrules`, `.github/copilot-instructions.md`, `AGENTS.md`,
 * `CLAUDE.md`, `CLAUDE.local.md` and `GEMINI.md` in its working directory, all of them and as plain text.
 */
export const ruleFiles: ToolRuleFiles = defineRuleFiles({
  id: "crush",
  title: "Crush",
  aliases: ["charm-crush"],
  formats: [
    {
      locations: [
        { dir: "", files: ["CRUSH.md", "CRUSH.local.md"] },
        { dir: ".config/crush", files: ["CRUSH.md"], personal: true },
      ],
      source,
    },
  ],
  output: { file: "CRUSH.md" },
  skills: {
    dirs: [sharedSkills, ".crush/skills", ".claude/skills", ".cursor/skills"],
    personalDirs: [".config/crush/skills", ".config/agents/skills", sharedSkills, ".claude/skills"],
    ownPersonal: [".config/crush/skills"],
    keys: ["disable-model-invocation", "user-invocable"],
    hidesFromUser: true,
    maxDescription: { length: 1024, unit: "bytes", effect: "dropped" },
    drops: ["long-description", "other-name"],
    source: "https://github.com/charmbracelet/crush/tree/main/internal/skills",
  },
  reads: [
    all(
      source,
      { files: [".cursorrules"], as: "crush" },
      { dir: ".cursor/rules", as: createTextCodec() },
      { dir: ".github", files: ["copilot-instructions.md"], as: "crush" },
      { files: ["CLAUDE.md", "CLAUDE.local.md", "GEMINI.md", "CRUSH.md", "CRUSH.local.md", "AGENTS.md"], as: "crush" },
    ),
  ],
  remarks: ["Crush reads these files in an arbitrary order. `context_paths` in its settings adds others."],
});
