import { all, own, skillsOf } from "../../format/read-groups.ts";
import { named } from "../agents/named.ts";
import { defineSkills } from "../../skills/define-skills.ts";
import type { ToolRuleFiles } from "../../model/tool-rule-files.ts";
import type { Dialect } from "../../model/dialect.ts";
import { codebuddy, codebuddyMemory } from "./codec.ts";
import { codebuddyMemorySpec, codebuddySpec } from "./spec.ts";

const codebuddySkills = defineSkills({
  id: "codebuddy",
  title: "CodeBuddy",
  dirs: [".codebuddy/skills"],
  source: "https://www.codebuddy.ai/docs/cli/codebuddy-dir",
});

/** CodeBuddy reads `AGENTS.md` only if there is no `CODEBUDDY.md`. */
const codebuddyDialect: Dialect = {
  id: "codebuddy",
  title: codebuddySpec.title,
  aliases: ["codebuddy-code"],
  formats: [
    {
      spec: codebuddySpec,
      codec: codebuddy,
      locations: [{ dir: ".codebuddy/rules" }, { dir: ".codebuddy/rules", personal: true }],
    },
    {
      spec: codebuddyMemorySpec,
      codec: codebuddyMemory,
      locations: [
        { dir: "", files: ["CODEBUDDY.md", "CODEBUDDY.local.md"], nested: true },
        { dir: ".codebuddy", files: ["CODEBUDDY.md"] },
        { dir: ".codebuddy", files: ["CODEBUDDY.md"], personal: true },
      ],
    },
    ...codebuddySkills.formats,
  ],
  output: { kind: "files", spec: codebuddySpec, codec: codebuddy, dir: ".codebuddy/rules", nested: false },
};

export const ruleFiles: ToolRuleFiles = {
  dialect: codebuddyDialect,
  skills: codebuddySkills,

  reads: [
    own(codebuddyDialect, codebuddyMemory),
    all("https://github.com/dyoshikawa/rulesync", named(["AGENTS.md"], { unless: ["CODEBUDDY.md"] })),
    own(codebuddyDialect, codebuddy),
    skillsOf(codebuddySkills),
  ],
};
