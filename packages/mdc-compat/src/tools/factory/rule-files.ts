import { all, skillsOf } from "../../format/read-groups.ts";
import { named } from "../agents/named.ts";
import { defineSkills } from "../../skills/define-skills.ts";
import type { ToolRuleFiles } from "../../model/tool-rule-files.ts";
import type { RuleCodec } from "@precept/core";
import { createPlainDialect } from "../../format/plain-dialect.ts";
import type { Dialect } from "../../model/dialect.ts";

const factorySkills = defineSkills({
  id: "factory",
  title: "Factory",
  dirs: [".factory/skills"],
  personalDirs: [],
  source: "https://github.com/dyoshikawa/rulesync",
});

export const factoryDialect: Dialect = createPlainDialect({
  id: "factory",
  title: "Factory",
  aliases: ["droid", "factory-droid"],
  locations: [{ dir: ".factory", files: ["AGENTS.md"], personal: true }],
  limits: [
    {
      max: 40_000,
      unit: "characters",
      appliesTo: "eachFile",
      effect: "advisory",
      description:
        "Factory reads 80,000 characters of AGENTS.md files at the start of a session, and 40,000 of files that it finds later.",
      source: "https://github.com/dyoshikawa/rulesync",
    },
  ],
  skills: factorySkills,
  output: { file: "AGENTS.md", nested: true },
  source: "https://docs.factory.ai/cli/configuration/agents-md",
});

export const factory: RuleCodec = factoryDialect.formats[0].codec;

export const ruleFiles: ToolRuleFiles = {
  dialect: factoryDialect,
  skills: factorySkills,

  reads: [
    all("https://docs.factory.ai/cli/configuration/agents-md", named(["AGENTS.md"], { nested: true })),
    skillsOf(factorySkills),
  ],
};
