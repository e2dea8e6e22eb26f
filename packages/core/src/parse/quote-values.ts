import type { Fix } from "../model/diagnostic.ts";
import type { TextEdit } from "../text/text-edit.ts";
import type { FrontMatterSplit } from "./front-matter.ts";
import { readHeaderLines } from "./header-lines.ts";

/** Plain values that YAML rejects or misreads: they begin with an indicator character or contain `: `. */
const needsQuotes = /^[*&!@`%|>]|^\{.*\}[^}]|: |:$/;

/** Creates a fix that quotes the values because of which a front matter is not valid YAML. Only for simple values. */
export function quoteValues({ lead, open, header }: FrontMatterSplit): Fix | undefined {
  const offset = lead.length + open.length;
  const edits = readHeaderLines(header).entries.flatMap(({ value, continuation, start, column }): readonly TextEdit[] => {
    if (
      continuation !== "" ||
      !needsQuotes.test(value) ||
      /^["']|\s#|[|>][+-]?\d?$/.test(value) ||
      value.includes('"') ||
      value.includes("\\")
    )
      return [];
    const from = offset + start + column - 1;
    return [{ start: from, end: from + value.length, text: `"${value}"` }];
  });
  if (edits.length === 0) return undefined;
  return { title: edits.length === 1 ? "Quote the value" : "Quote the values", edits, safe: true };
}
