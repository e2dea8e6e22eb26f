import { all, own, skillsOf } from "../../format/read-groups.ts";
import { named } from "../agents/named.ts";
import { defineSkills } from "../../skills/define-skills.ts";
import type { ToolRuleFiles } from "../../model/tool-rule-files.ts";
import type { Dialect } from "../../model/dialect.ts";
import { windsurf, windsurfGlobalRules, windsurfRulesFile } from "./codec.ts";
import { windsurfSpec, windsurfGlobalRulesSpec, windsurfRulesFileSpec } from "./spec.ts";

const windsurfSkills = defineSkills({
  id: "windsurf",
  title: "Devin Desktop (Windsurf)",
  dirs: [".devin/skills"],
  own: [".devin/skills"],
  personalDirs: [],
  source: "https://github.com/dyoshikawa/rulesync",
});

export const windsurfDialect: Dialect = {
  id: "windsurf",
  title: windsurfSpec.title,
  aliases: ["devin", "devin-desktop"],
  formats: [
    {
      spec: windsurfSpec,
      codec: windsurf,
      locations: [
        { dir: ".devin/rules", nested: true },
        { dir: ".windsurf/rules", nested: true },
      ],
    },
    { spec: windsurfRulesFileSpec, codec: windsurfRulesFile, locations: [{ dir: "", files: [".windsurfrules"] }] },
    {
      spec: windsurfGlobalRulesSpec,
      codec: windsurfGlobalRules,
      locations: [{ dir: ".codeium/windsurf/memories", files: ["global_rules.md"], personal: true }],
    },
    ...windsurfSkills.formats,
  ],
  output: { kind: "files", spec: windsurfSpec, codec: windsurf, dir: ".devin/rules", nested: true },
};

export const ruleFiles: ToolRuleFiles = {
  dialect: windsurfDialect,
  skills: windsurfSkills,

  reads: [
    own(windsurfDialect),
    all("https://docs.devin.ai/desktop/cascade/agents-md", named(["AGENTS.md"], { nested: true })),
    skillsOf(windsurfSkills),
  ],
  remarks: ["Of two rules with one file name, Devin Desktop reads the one in `.devin/rules`."],
};
