import { all, own, skillsOf } from "../../format/read-groups.ts";
import { named } from "../agents/named.ts";
import { defineSkills, sharedSkills } from "../../skills/define-skills.ts";
import type { ToolRuleFiles } from "../../model/tool-rule-files.ts";
import type { Dialect } from "../../model/dialect.ts";
import { augment, augmentGuidelines, augmentPersonal } from "./codec.ts";
import { augmentSpec, augmentGuidelinesSpec, augmentPersonalSpec } from "./spec.ts";

const augmentSkills = defineSkills({
  id: "augment",
  title: "Augment",
  dirs: [".augment/skills", sharedSkills],
  personalDirs: [],
  source: "https://github.com/dyoshikawa/rulesync",
});

/** Augment also reads `CLAUDE.md`, but no other rules of Claude Code. */
const augmentDialect: Dialect = {
  id: "augment",
  title: "Augment",
  aliases: ["augment-code", "augmentcode", "auggie"],
  formats: [
    { spec: augmentSpec, codec: augment, locations: [{ dir: ".augment/rules" }] },
    { spec: augmentPersonalSpec, codec: augmentPersonal, locations: [{ dir: ".augment/rules", personal: true }] },
    { spec: augmentGuidelinesSpec, codec: augmentGuidelines, locations: [{ dir: "", files: [".augment-guidelines"] }] },
    ...augmentSkills.formats,
  ],
  output: { kind: "files", spec: augmentSpec, codec: augment, dir: ".augment/rules", nested: false },
};

export const ruleFiles: ToolRuleFiles = {
  dialect: augmentDialect,
  skills: augmentSkills,

  reads: [
    all("https://docs.augmentcode.com/cli/rules", named(["CLAUDE.md", "AGENTS.md"], { nested: true })),
    own(augmentDialect, augmentGuidelines),
    own(augmentDialect, augment),
    skillsOf(augmentSkills),
  ],
};
