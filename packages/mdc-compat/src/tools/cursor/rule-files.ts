import { all, own, skillsOf } from "../../format/read-groups.ts";
import { named } from "../agents/named.ts";
import { defineSkills, sharedSkills } from "../../skills/define-skills.ts";
import type { ToolRuleFiles } from "../../model/tool-rule-files.ts";
import type { Dialect } from "../../model/dialect.ts";
import { cursor } from "./codec.ts";
import { cursorSpec } from "./spec.ts";
import { cursorRulesFile, cursorRulesFileSpec } from "./rules-file.ts";

const cursorSkills = defineSkills({
  id: "cursor",
  title: "Cursor",
  dirs: [sharedSkills, ".cursor/skills", ".claude/skills", ".codex/skills"],
  keys: ["paths", "disable-model-invocation"],
  source: "https://cursor.com/docs/skills",
});

const cursorDialect: Dialect = {
  id: "cursor",
  title: "Cursor",
  aliases: [],
  formats: [
    { spec: cursorSpec, codec: cursor, locations: [{ dir: ".cursor/rules", nested: true }] },
    { spec: cursorRulesFileSpec, codec: cursorRulesFile, locations: [{ dir: "", files: [".cursorrules"] }] },
    ...cursorSkills.formats,
  ],
  output: { kind: "files", spec: cursorSpec, codec: cursor, dir: ".cursor/rules", nested: true },
};

export const ruleFiles: ToolRuleFiles = {
  dialect: cursorDialect,
  skills: cursorSkills,

  reads: [
    own(cursorDialect),
    all("https://cursor.com/docs/rules", named(["AGENTS.md"], { nested: true })),
    all("https://cursor.com/docs/cli/using", named(["CLAUDE.md"], { onlyIn: "Cursor CLI" })),
    skillsOf(cursorSkills),
  ],
};
