import type { RuleCodec } from "@precept/core";
import { maxDialectBytes } from "../../format/header-codec.ts";
import type { FormatSpec } from "../../model/spec.ts";
import { parseCursorRule } from "../cursor/parse.ts";
import { printCursorRule } from "../cursor/print.ts";
import { cursorSpec } from "../cursor/spec.ts";
import { mdcReporter } from "./diagnostics.ts";

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
  parse: (file) => parseCursorRule(file, mdcReporter),
  print: (rule, original) => printCursorRule(rule, original, mdcSpec),
};
