import type { Fix } from "../model/fix.ts";
import type { TextEdit } from "../text/text-edit.ts";
import type { FrontMatterSplit } from "./front-matter.ts";
import { readHeaderLines } from "./header-lines.ts";

/** Values that mean something else to YAML than their text, or nothing: they begin with a sign of its own, or hold what ends a value. */
const misread = /^[*&!@`%|>]|^\{.*\}[^}]|: |:$/;

/**
 * The fix for a front matter that is no YAML because of values that were meant as plain text: quotes around each of them. Values that are written over
 * several lines, or hold quotes or comments, are for somebody to look at.
 */
export function quoteValues({ lead, open, header }: FrontMatterSplit): Fix | undefined {
  const offset = lead.length + open.length;
  const edits = readHeaderLines(header).entries.flatMap(({ value, continuation, start, column }): readonly TextEdit[] => {
    if (
      continuation !== "" ||
      !misread.test(value) ||
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
