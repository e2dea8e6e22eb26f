import type { RuleCodec } from "@precept/core";
import { maxDialectBytes } from "../../format/header-codec.ts";
import { parseCursorRule } from "./parse.ts";
import { printCursorRule } from "./print.ts";

/** Codec of Cursor's project rules, `.cursor/rules/**\/*.mdc`. */
export const cursor: RuleCodec = {
  id: "cursor",
  title: "Cursor",
  // In Cursor 2.2, a folder with a RULE.md was a rule. Parsing one reports a warning.
  extensions: [".mdc", "RULE.md"],
  maxBytes: maxDialectBytes,
  ignored: (path) => (/\.(?:md|markdown)$/i.test(path) ? "Cursor ignores it here; rename it to .mdc" : undefined),
  parse: (file) => parseCursorRule(file),
  print: printCursorRule,
};
