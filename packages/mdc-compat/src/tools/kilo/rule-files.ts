import { firstInDirectory, own, skillsOf } from "../../format/read-groups.ts";
import { named } from "../agents/named.ts";
import { defineSkills } from "../../skills/define-skills.ts";
import type { ToolRuleFiles } from "../../model/tool-rule-files.ts";
import type { Dialect } from "../../model/dialect.ts";
import { getKiloPath, kilo, kiloFile } from "./codec.ts";
import { kiloFileSpec, kiloSpec } from "./spec.ts";

const kiloSkills = defineSkills({
  id: "kilo",
  title: "Kilo Code",
  dirs: [".kilo/skills"],
  personalDirs: [],
  source: "https://github.com/dyoshikawa/rulesync",
});

/**
 * Kilo Code also reads `CLAUDE.md` or `CONTEXT.md` if there is no `AGENTS.md`, and the files under `instructions` in `kilo.json`, which are not
 * supported. Of two rules with one file name, it reads the one in `.kilo`.
 */
export const kiloDialect: Dialect = {
  id: "kilo",
  title: kiloSpec.title,
  aliases: ["kilocode", "kilo-code"],
  formats: [
    {
      spec: kiloSpec,
      codec: kilo,
      locations: [{ dir: ".kilo" }, { dir: ".kilocode" }, { dir: ".kilo", personal: true }, { dir: ".kilocode", personal: true }],
    },
    {
      spec: kiloFileSpec,
      codec: kiloFile,
      locations: [
        { dir: "", files: [".kilocoderules"] },
        { dir: ".config/kilo", files: ["AGENTS.md"], personal: true },
      ],
    },
    ...kiloSkills.formats,
  ],
  output: { kind: "files", spec: kiloSpec, codec: kilo, dir: ".kilo", nested: false, getPath: getKiloPath },
};

export const ruleFiles: ToolRuleFiles = {
  dialect: kiloDialect,
  skills: kiloSkills,

  reads: [
    firstInDirectory(
      "https://github.com/Kilo-Org/kilocode/blob/main/packages/opencode/src/session/instruction.ts",
      named(["AGENTS.md", "CLAUDE.md", "CONTEXT.md"], { nested: true }),
    ),
    own(kiloDialect),
    skillsOf(kiloSkills),
  ],
  remarks: [
    "Kilo Code also reads the files under `instructions` in `kilo.json`. Of two rules with one file name, it reads the one in `.kilo`.",
  ],
};
