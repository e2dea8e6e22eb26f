import { own, skillsOf } from "../../format/read-groups.ts";
import { defineSkills, sharedSkills } from "../../skills/define-skills.ts";
import type { ToolRuleFiles } from "../../model/tool-rule-files.ts";
import type { RuleCodec } from "@precept/core";
import { createPlainDialect } from "../../format/plain-dialect.ts";
import type { Dialect } from "../../model/dialect.ts";

const replitSkills = defineSkills({
  id: "replit",
  title: "Replit",
  dirs: [sharedSkills],
  personalDirs: [],
  source: "https://github.com/dyoshikawa/rulesync",
});

/** Replit Agent, which reads `replit.md` and also rewrites it. */
export const replitDialect: Dialect = createPlainDialect({
  id: "replit",
  title: "Replit",
  aliases: ["replit-agent"],
  locations: [{ dir: "", files: ["replit.md"] }],
  skills: replitSkills,
  output: { file: "replit.md", nested: false },
  source: "https://docs.replit.com/replitai/replit-dot-md",
});

export const replit: RuleCodec = replitDialect.formats[0].codec;

export const ruleFiles: ToolRuleFiles = {
  dialect: replitDialect,
  skills: replitSkills,
  reads: [own(replitDialect), skillsOf(replitSkills)],
};
