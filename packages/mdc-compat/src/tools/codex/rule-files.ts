import { firstInDirectory, skillsOf } from "../../format/read-groups.ts";
import { named } from "../agents/named.ts";
import { defineSkills, sharedSkills } from "../../skills/define-skills.ts";
import type { ToolRuleFiles } from "../../model/tool-rule-files.ts";
import type { Dialect } from "../../model/dialect.ts";
import { codex } from "./codec.ts";
import { codexSpec } from "./spec.ts";

const codexSkills = defineSkills({
  id: "codex",
  title: "Codex",
  dirs: [sharedSkills, ".codex/skills"],
  nested: true,
  maxDescription: { length: 1024, unit: "characters", effect: "dropped" },
  drops: ["no-description", "long-description"],
  source: "https://github.com/openai/codex/blob/main/codex-rs/core-skills/src/loader.rs",
});

export const codexDialect: Dialect = {
  id: "codex",
  title: "Codex",
  aliases: ["codex-cli"],
  formats: [
    {
      spec: codexSpec,
      codec: codex,
      locations: [{ dir: ".codex", files: ["AGENTS.override.md", "AGENTS.md"], firstOnly: true, personal: true }],
    },
    ...codexSkills.formats,
  ],
  output: { kind: "joined", spec: codexSpec, codec: codex, file: "AGENTS.md", nested: true },
};

export const ruleFiles: ToolRuleFiles = {
  dialect: codexDialect,
  skills: codexSkills,

  reads: [
    firstInDirectory(
      "https://github.com/openai/codex/blob/main/codex-rs/core/src/agents_md.rs",
      named(["AGENTS.override.md", "AGENTS.md"], { codec: codex, nested: "towardsWorkingDirectory" }),
    ),
    skillsOf(codexSkills),
  ],
  remarks: [
    "An empty `AGENTS.override.md` hides `AGENTS.md` too.",
    "`project_doc_fallback_filenames` in Codex's settings adds file names, which are read in directories without the two.",
  ],
};
