import { defineRuleFiles, firstInDirectory, type ToolRuleFiles } from "../../rule-files/define-rule-files.ts";
import { sharedSkills } from "../../skills/define-skills.ts";

const source = "https://ampcode.com/docs/customize/agents-md";

/** Amp reads `AGENT.md` and `CLAUDE.md` only without `AGENTS.md`. Mentioned files and their `globs` are unsupported. */
export const ruleFiles: ToolRuleFiles = defineRuleFiles({
  id: "amp",
  title: "Amp",
  aliases: ["ampcode", "sourcegraph-amp"],
  formats: [
    {
      locations: [
        { dir: ".config/amp", files: ["AGENTS.md"], personal: true },
        { dir: ".config", files: ["AGENTS.md"], personal: true },
      ],
      source,
    },
  ],
  output: { file: "AGENTS.md", nested: true },
  skills: {
    dirs: [sharedSkills, ".claude/skills"],
    personalDirs: [".config/agents/skills", ".config/amp/skills", ".claude/skills"],
    ownPersonal: [".config/amp/skills"],
    source: "https://github.com/dyoshikawa/rulesync",
  },
  reads: [firstInDirectory(source, { files: ["AGENTS.md", "AGENT.md", "CLAUDE.md"], nested: true })],
  remarks: ["Amp also reads the files that `AGENTS.md` mentions with `@`; front matter `globs` in them limits when."],
});
