import type { RuleCodec } from "@precept/core";
import type { FormatSpec } from "../../model/spec.ts";
import { maxDialectBytes } from "../../format/header-codec.ts";
import { cursorSpec } from "./spec.ts";
import { parseCursorRule, parseMdcRule } from "./parse.ts";
import { printCursorRule } from "./print.ts";

/** Codec of Cursor's project rules, `.cursor/rules/**\/*.mdc`. */
export const cursor: RuleCodec = {
  id: "cursor",
  title: "Cursor",
  // In Cursor 2.2, a folder with a RULE.md was a rule. Parsing one reports a warning.
  extensions: [".mdc", "RULE.md"],
  maxBytes: maxDialectBytes,
  ignored: (path) => (/\.(?:md|markdown)$/i.test(path) ? "Cursor ignores it here; rename it to .mdc" : undefined),
  parse: parseCursorRule,
  print: printCursorRule,
};

/** Spec of Cursor's format in directories that Cursor does not read, where patterns may be a YAML list. */
export const mdcSpec: FormatSpec = {
  ...cursorSpec,
  id: "mdc",
  title: "MDC",
  targets: ["goagent", "mdc"],
  keys: cursorSpec.keys.map((key) =>
    key.name === "globs"
      ? {
          ...key,
          type: "string or strings",
          description: "Comma-separated patterns, or a list. The rule applies to files that match.",
        }
      : key,
  ),
};

/** Codec of Cursor's format in directories of other tools. It accepts `.md` files too. */
export const mdc: RuleCodec = {
  id: "mdc",
  title: "MDC",
  extensions: [".mdc", ".md"],
  maxBytes: maxDialectBytes,
  parse: parseMdcRule,
  print: (rule, original) => printCursorRule(rule, original, mdcSpec),
};
