import { own } from "../../format/read-groups.ts";
import type { ToolRuleFiles } from "../../model/tool-rule-files.ts";
import type { RuleCodec } from "@precept/core";
import { createPlainDialect } from "../../format/plain-dialect.ts";
import type { Dialect } from "../../model/dialect.ts";

/** Tabnine's guidelines, which its plugins for IDEs read. */
export const tabnineDialect: Dialect = createPlainDialect({
  id: "tabnine",
  title: "Tabnine",
  locations: [{ dir: ".tabnine/guidelines" }, { dir: ".tabnine/guidelines", personal: true }],
  accepts: (path) => /^[^/]+\.md$/i.test(path),
  output: { dir: ".tabnine/guidelines" },
  source: "https://docs.tabnine.com/main/getting-started/tabnine-agent/guidelines",
});

export const tabnine: RuleCodec = tabnineDialect.formats[0].codec;

export const ruleFiles: ToolRuleFiles = {
  dialect: tabnineDialect,
  reads: [own(tabnineDialect)],
};
