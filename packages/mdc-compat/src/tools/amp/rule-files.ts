import { firstInDirectory, skillsOf } from "../../format/read-groups.ts";
import { named } from "../agents/named.ts";
import { defineSkills, sharedSkills } from "../../skills/define-skills.ts";
import type { ToolRuleFiles } from "../../model/tool-rule-files.ts";
import type { RuleCodec } from "@precept/core";
import { createPlainDialect } from "../../format/plain-dialect.ts";
import type { Dialect } from "../../model/dialect.ts";

const ampSkills = defineSkills({
  id: "amp",
  title: "Amp",
  dirs: [sharedSkills, ".claude/skills"],
  personalDirs: [".config/agents/skills", ".config/amp/skills", ".claude/skills"],
  ownPersonal: [".config/amp/skills"],
  source: "https://github.com/dyoshikawa/rulesync",
});

/** Amp reads `AGENT.md` and `CLAUDE.md` only in directories without `AGENTS.md`. Files that `AGENTS.md` mentions and their `globs` are not supported. */
export const ampDialect: Dialect = createPlainDialect({
  id: "amp",
  title: "Amp",
  aliases: ["ampcode", "sourcegraph-amp"],
  locations: [
    { dir: ".config/amp", files: ["AGENTS.md"], personal: true },
    { dir: ".config", files: ["AGENTS.md"], personal: true },
  ],
  skills: ampSkills,
  output: { file: "AGENTS.md", nested: true },
  source: "https://ampcode.com/docs/customize/agents-md",
});

export const amp: RuleCodec = ampDialect.formats[0].codec;

export const ruleFiles: ToolRuleFiles = {
  dialect: ampDialect,
  skills: ampSkills,

  reads: [
    firstInDirectory(
      "https://ampcode.com/docs/customize/agents-md",
      named(["AGENTS.md", "AGENT.md", "CLAUDE.md"], { nested: true }),
    ),
    skillsOf(ampSkills),
  ],
  remarks: ["Amp also reads the files that `AGENTS.md` mentions with `@`; front matter `globs` in them limits when."],
};
