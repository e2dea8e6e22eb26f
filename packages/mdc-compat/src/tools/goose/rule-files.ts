import { all, skillsOf } from "../../format/read-groups.ts";
import { named } from "../agents/named.ts";
import { defineSkills, sharedSkills } from "../../skills/define-skills.ts";
import type { ToolRuleFiles } from "../../model/tool-rule-files.ts";
import type { RuleCodec } from "@precept/core";
import type { ImportSpec } from "../../model/spec.ts";
import { createPlainDialect } from "../../format/plain-dialect.ts";
import type { Dialect } from "../../model/dialect.ts";

const source = "https://github.com/block/goose/tree/main/crates/goose/src/hints";

/**
 * `@path` at the start of a line or after a space. Goose inserts the file if it exists in the repository; the word stays if it does not. Absolute paths
 * stay too.
 */
const gooseImports: ImportSpec = { pattern: () => /(?<!\S)@([^\s/`@][^\s`]*)/g, source };

const gooseSkills = defineSkills({
  id: "goose",
  title: "Goose",
  dirs: [sharedSkills, ".goose/skills", ".claude/skills"],
  personalDirs: [sharedSkills, ".claude/skills"],
  ownPersonal: [],
  source: "https://github.com/block/goose/blob/main/documentation/docs/guides/context-engineering/using-skills.md",
});

/** Goose reads `.goosehints` and `AGENTS.md`, from the repository root down to its working directory. */
export const gooseDialect: Dialect = createPlainDialect({
  id: "goose",
  title: "Goose",
  aliases: ["block-goose"],
  extensions: [],
  locations: [
    { dir: "", files: [".goosehints"], nested: true },
    { dir: ".config/goose", files: [".goosehints", "AGENTS.md"], personal: true },
  ],
  imports: gooseImports,
  limits: [
    {
      max: 131_072,
      unit: "bytes",
      appliesTo: "eachFile",
      effect: "advisory",
      description: "Goose does not expand `@path` in files larger than 128 KiB.",
    },
  ],
  skills: gooseSkills,
  output: { file: ".goosehints", nested: true },
  source,
});

export const goose: RuleCodec = gooseDialect.formats[0].codec;

export const ruleFiles: ToolRuleFiles = {
  dialect: gooseDialect,
  skills: gooseSkills,

  reads: [
    all(
      "https://github.com/block/goose/tree/main/crates/goose/src/hints",
      named([".goosehints", "AGENTS.md"], { codec: goose, nested: true }),
    ),
    skillsOf(gooseSkills),
  ],
  remarks: ["`CONTEXT_FILE_NAMES` replaces the two names."],
};
