import { own } from "../../format/read-groups.ts";
import type { ToolRuleFiles } from "../../model/tool-rule-files.ts";
import type { RuleCodec } from "@precept/core";
import { createPlainDialect } from "../../format/plain-dialect.ts";
import type { Dialect } from "../../model/dialect.ts";

/** Firebase Studio, which reads `.idx/airules.md`. It is not documented whether `GEMINI.md` has precedence. */
export const firebaseDialect: Dialect = createPlainDialect({
  id: "firebase",
  title: "Firebase Studio",
  aliases: ["firebase-studio", "idx"],
  locations: [{ dir: ".idx", files: ["airules.md"] }],
  output: { file: ".idx/airules.md", nested: false },
  source: "https://firebase.google.com/docs/studio/set-up-gemini",
});

export const firebase: RuleCodec = firebaseDialect.formats[0].codec;

export const ruleFiles: ToolRuleFiles = {
  dialect: firebaseDialect,
  reads: [own(firebaseDialect)],
};
