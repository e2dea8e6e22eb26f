import type { RuleCodec } from "@precept/core";
import type { FormatFacts } from "../../format/facts.ts";
import { maxDialectBytes } from "../../format/header-codec.ts";
import { cursorFacts } from "./facts.ts";
import { parseCursorRule } from "./parse.ts";
import { printCursorRule } from "./print.ts";

/** Cursor's project rules, `.cursor/rules/**\/*.mdc`. */
export const cursor: RuleCodec = {
  id: "cursor",
  title: "Cursor",
  // A folder with a RULE.md was a rule in Cursor 2.2; the codec warns about it.
  extensions: [".mdc", "RULE.md"],
  maxBytes: maxDialectBytes,
  ignored: (path) => (/\.(?:md|markdown)$/i.test(path) ? "Cursor ignores it here; rename it to .mdc" : undefined),
  parse: parseCursorRule,
  print: printCursorRule,
};

/** Cursor's format in other tools' directories. */
export const mdcFacts: FormatFacts = { ...cursorFacts, id: "mdc", title: "MDC", targets: ["goagent", "mdc"] };

/** The `.mdc` files of other tools that took over Cursor's format: `.md` is read as well. */
export const mdc: RuleCodec = {
  id: "mdc",
  title: "MDC",
  extensions: [".mdc", ".md"],
  maxBytes: maxDialectBytes,
  parse: parseCursorRule,
  print: (rule, original) => printCursorRule(rule, original, mdcFacts),
};
