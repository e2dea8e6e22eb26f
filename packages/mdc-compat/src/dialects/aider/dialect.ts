import type { RuleCodec } from "@precept/core";
import { createPlainDialect } from "../../format/plain-dialect.ts";
import type { Dialect } from "../../model/dialect.ts";

/**
 * Aider reads no rules on its own: `.aider.conf.yml` has to name them, as in `read: CONVENTIONS.md`. So the conventions are read only in projects with
 * that file. Other files under `read` are not supported.
 */
export const aiderDialect: Dialect<"aider"> = createPlainDialect({
  id: "aider",
  title: "Aider",
  locations: [{ dir: "", files: ["CONVENTIONS.md"], requires: ".aider.conf.yml" }],
  output: { file: "CONVENTIONS.md", nested: false },
  source: "https://aider.chat/docs/usage/conventions.html",
});

export const aider: RuleCodec = aiderDialect.formats[0].codec;
