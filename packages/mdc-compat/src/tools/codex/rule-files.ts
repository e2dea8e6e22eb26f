import { defineRuleFiles, firstInDirectory, type ToolRuleFiles } from "../../rule-files/define-rule-files.ts";
import { sharedSkills } from "../../skills/define-skills.ts";
import { getAgentsName } from "../../rule-files/agents-codec.ts";

const files = ["AGENTS.override.md", "AGENTS.md"];

export const ruleFiles: ToolRuleFiles = defineRuleFiles({
  id: "codex",
  title: "Codex",
  aliases: ["codex-cli"],
  formats: [
    {
      locations: [{ dir: ".codex", files, firstOnly: true, personal: true }],
      getName: getAgentsName,
      limits: [
        {
          max: 32_768,
          unit: "bytes",
          appliesTo: "allFiles",
          effect: "truncated",
          description:
            "Codex reads at most 32 KiB of all AGENTS.md files together, from the project root down to its working directory. It truncates the rest, even " +
            "in the middle of a file, so the deepest files are lost first.",
        },
      ],
      source: "https://github.com/openai/codex/blob/main/docs/agents_md.md",
    },
  ],
  output: { file: "AGENTS.md", nested: true },
  skills: {
    dirs: [sharedSkills, ".codex/skills"],
    nested: true,
    maxDescription: { length: 1024, unit: "characters", effect: "dropped" },
    drops: ["no-description", "long-description"],
    source: "https://github.com/openai/codex/blob/main/codex-rs/core-skills/src/loader.rs",
  },
  reads: [
    firstInDirectory("https://github.com/openai/codex/blob/main/codex-rs/core/src/agents_md.rs", {
      files,
      as: "codex",
      nested: "towardsWorkingDirectory",
    }),
  ],
  remarks: [
    "An empty `AGENTS.override.md` hides `AGENTS.md` too.",
    "`project_doc_fallback_filenames` in Codex's settings adds file names, which are read in directories without the two.",
  ],
});
