import { firstInProject, skillsOf } from "../../format/read-groups.ts";
import { named } from "../agents/named.ts";
import { defineSkills } from "../../skills/define-skills.ts";
import type { ToolRuleFiles } from "../../model/tool-rule-files.ts";
import type { Dialect } from "../../model/dialect.ts";
import { junie } from "./codec.ts";
import { junieSpec } from "./spec.ts";

/** Junie reads only the first of these files that exists. */
const [first, shared, legacy] = [".junie/AGENTS.md", "AGENTS.md", ".junie/guidelines.md"];

const junieSkills = defineSkills({
  id: "junie",
  title: "Junie",
  dirs: [".junie/skills"],
  personalDirs: [],
  source: "https://github.com/dyoshikawa/rulesync",
});

/**
 * The order comes from https://github.com/JetBrains/junie-guidelines. By default, the plugin for IDEs reads only `.junie/guidelines.md`; to make it read
 * `.junie/AGENTS.md`, set that path under "Guidelines path" in its project settings (https://www.jetbrains.com/help/junie/customize-guidelines.html).
 *
 * Junie ignores the project's `AGENTS.md` once an export has written `.junie/AGENTS.md`.
 */
export const junieDialect: Dialect = {
  id: "junie",
  title: "Junie",
  aliases: [],
  formats: [
    {
      spec: junieSpec,
      codec: junie,
      locations: [
        { dir: ".junie", files: ["AGENTS.md"] },
        { dir: ".junie", files: ["guidelines.md"], unless: [first, shared] },
        { dir: ".junie/guidelines", unless: [first, shared, legacy] },
        { dir: ".junie", files: ["AGENTS.md"], personal: true },
      ],
    },
    ...junieSkills.formats,
  ],
  output: { kind: "joined", spec: junieSpec, codec: junie, file: first, nested: false },
};

export const ruleFiles: ToolRuleFiles = {
  dialect: junieDialect,
  skills: junieSkills,

  reads: [
    firstInProject(
      "https://github.com/JetBrains/junie-guidelines",
      { dir: ".junie", files: ["AGENTS.md"], codec: junie },
      named(["AGENTS.md"], { codec: junie }),
      { dir: ".junie", files: ["guidelines.md"], codec: junie },
      { dir: ".junie/guidelines", codec: junie },
    ),
    skillsOf(junieSkills),
  ],
  remarks: ['The setting "Guidelines path" of Junie\'s plugin for IDEs replaces this list by one file.'],
};
