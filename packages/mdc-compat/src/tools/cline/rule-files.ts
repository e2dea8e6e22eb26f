import { all, own, skillsOf } from "../../format/read-groups.ts";
import { named } from "../agents/named.ts";
import { createTextCodec } from "../../format/text-codec.ts";
import { defineSkills } from "../../skills/define-skills.ts";
import type { ToolRuleFiles } from "../../model/tool-rule-files.ts";
import type { Dialect } from "../../model/dialect.ts";
import { cline, clineFolder } from "./codec.ts";
import { clineSpec, clineFolderSpec } from "./spec.ts";

const clineSkills = defineSkills({
  id: "cline",
  title: "Cline",
  dirs: [".cline/skills"],
  personalDirs: [],
  source: "https://github.com/dyoshikawa/rulesync",
});

export const clineDialect: Dialect = {
  id: "cline",
  title: "Cline",
  aliases: [],
  formats: [
    {
      spec: clineSpec,
      codec: cline,
      locations: [
        { dir: ".clinerules" },
        // The legacy single file, which has the name of the directory.
        { dir: "", files: [".clinerules"] },
        { dir: "Documents/Cline/Rules", personal: true },
        { dir: "Cline/Rules", personal: true },
      ],
    },
    { spec: clineFolderSpec, codec: clineFolder, locations: [{ dir: ".cline/rules" }] },
    ...clineSkills.formats,
  ],
  output: { kind: "files", spec: clineSpec, codec: cline, dir: ".clinerules", nested: false },
};

/** Cursor's rules as plain text. */
const mdcText = createTextCodec((path) => path.endsWith(".mdc"));

export const ruleFiles: ToolRuleFiles = {
  dialect: clineDialect,
  skills: clineSkills,

  reads: [
    own(clineDialect),
    all(
      "https://github.com/cline/cline/blob/main/src/core/context/instructions/user-instructions/external-rules.ts",
      named([".cursorrules"]),
      { dir: ".cursor/rules", codec: mdcText },
      named([".windsurfrules"]),
      named(["AGENTS.md"], { nested: true, requires: "AGENTS.md", everywhere: true }),
    ),
    skillsOf(clineSkills),
  ],
  remarks: ["Cline reads `.cursor/rules` as plain text that always applies, front matter included."],
};
