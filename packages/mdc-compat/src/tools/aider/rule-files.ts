import { own } from "../../format/read-groups.ts";
import type { ToolRuleFiles } from "../../model/tool-rule-files.ts";
import type { RuleCodec } from "@precept/core";
import { createPlainDialect } from "../../format/plain-dialect.ts";
import type { Dialect } from "../../model/dialect.ts";

/**
 * Aider reads no rules on its own: `.aider.conf.yml` has to name them, as in `read: CONVENTIONS.md`. So the conventions are read only in projects with
 * that file. Other files under `read` are not supported.
 */
export const aiderDialect: Dialect = createPlainDialect({
  id: "aider",
  title: "Aider",
  locations: [{ dir: "", files: ["CONVENTIONS.md"], requires: ".aider.conf.yml" }],
  output: { file: "CONVENTIONS.md", nested: false },
  source: "https://aider.chat/docs/usage/conventions.html",
});

export const aider: RuleCodec = aiderDialect.formats[0].codec;

export const ruleFiles: ToolRuleFiles = {
  dialect: aiderDialect,

  reads: [own(aiderDialect)],
  remarks: ["Aider reads no rules by itself: `read` in `.aider.conf.yml` has to name each file."],
};
