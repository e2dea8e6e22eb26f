import type { RuleCodec } from "@precept/core";
import { parseCursorRule } from "./parse.ts";
import { printCursorRule } from "./print.ts";

/** The largest `.mdc` file that is read, in bytes. */
const maxBytes = 262_144;

/** Cursor's project rules, `.cursor/rules/**\/*.mdc`. */
export const cursor: RuleCodec = {
  id: "cursor",
  title: "Cursor",
  // A folder with a RULE.md was a rule in Cursor 2.2; the codec warns about it.
  extensions: [".mdc", "RULE.md"],
  maxBytes,
  ignored: (path) => (/\.(?:md|markdown)$/i.test(path) ? "Cursor ignores it here; rename it to .mdc" : undefined),
  parse: parseCursorRule,
  print: printCursorRule,
};

/** The `.mdc` files of other tools that took over Cursor's format: `.md` is read as well. */
export const mdc: RuleCodec = {
  id: "mdc",
  title: "MDC",
  extensions: [".mdc", ".md"],
  maxBytes,
  parse: parseCursorRule,
  print: printCursorRule,
};
