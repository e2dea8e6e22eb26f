import { all, own, skillsOf } from "../../format/read-groups.ts";
import { named } from "../agents/named.ts";
import { defineSkills } from "../../skills/define-skills.ts";
import type { ToolRuleFiles } from "../../model/tool-rule-files.ts";
import type { Dialect } from "../../model/dialect.ts";
import { kiro } from "./codec.ts";
import { kiroSpec } from "./spec.ts";

const kiroSkills = defineSkills({ id: "kiro", title: "Kiro", dirs: [".kiro/skills"], source: "https://kiro.dev/docs/skills/" });

const kiroDialect: Dialect = {
  id: "kiro",
  title: "Kiro",
  aliases: ["kiro-ide", "kiro-cli"],
  formats: [
    {
      spec: kiroSpec,
      codec: kiro,
      locations: [{ dir: ".kiro/steering" }, { dir: ".kiro/steering", personal: true }],
    },
    ...kiroSkills.formats,
  ],
  output: { kind: "files", spec: kiroSpec, codec: kiro, dir: ".kiro/steering", nested: false },
};

export const ruleFiles: ToolRuleFiles = {
  dialect: kiroDialect,
  skills: kiroSkills,

  reads: [
    own(kiroDialect),
    all("https://kiro.dev/docs/steering/", named(["AGENTS.md"])),
    all(
      "https://github.com/dyoshikawa/rulesync",
      named(["AGENTS.md"], { nested: true, onlyIn: "Kiro CLI from 2.18 and Kiro IDE from 1.0.309" }),
    ),
    skillsOf(kiroSkills),
  ],
};
