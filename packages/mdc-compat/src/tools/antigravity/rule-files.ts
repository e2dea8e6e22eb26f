import { all, own, skillsOf } from "../../format/read-groups.ts";
import { named } from "../agents/named.ts";
import { defineSkills, sharedSkills } from "../../skills/define-skills.ts";
import type { ToolRuleFiles } from "../../model/tool-rule-files.ts";
import type { Dialect } from "../../model/dialect.ts";
import { antigravity } from "./codec.ts";
import { antigravitySpec } from "./spec.ts";

const antigravitySkills = defineSkills({
  id: "antigravity",
  title: "Antigravity",
  dirs: [sharedSkills],
  personalDirs: [],
  source: "https://github.com/dyoshikawa/rulesync",
});

export const antigravityDialect: Dialect = {
  id: "antigravity",
  title: antigravitySpec.title,
  aliases: [],
  formats: [
    {
      spec: antigravitySpec,
      codec: antigravity,
      // New versions write to .agents/rules and still read .agent/rules (https://discuss.ai.google.dev/t/new-folder-for-rules/126165).
      locations: [{ dir: ".agents/rules" }, { dir: ".agent/rules" }],
    },
  ],
  output: { kind: "files", spec: antigravitySpec, codec: antigravity, dir: ".agents/rules", nested: false },
};

export const ruleFiles: ToolRuleFiles = {
  dialect: antigravityDialect,
  skills: antigravitySkills,

  reads: [
    own(antigravityDialect),
    all("https://github.com/dyoshikawa/rulesync", named(["AGENTS.md", "GEMINI.md"])),
    skillsOf(antigravitySkills),
  ],
};
