import type { SourceLocation } from "../model/location.ts";
import type { Rule } from "../model/rule.ts";
import { readHeaderLines } from "../parse/header-lines.ts";
import type { SourceText } from "./source-text.ts";

/** The keys under which tools keep a rule's patterns. */
const globKeys = ["globs", "fileMatchPattern", "paths", "applyTo", "glob"];

/** Where a piece of a rule's text stands in its file. A codec may have changed the text: then it is looked for by its words. */
export function locateInRule(
  source: SourceText,
  rule: Rule,
  { start, end, quote }: { readonly start: number; readonly end: number; readonly quote: string },
): SourceLocation {
  if (rule.origin.path === undefined) return {};
  const at = source.text.lastIndexOf(rule.content);
  // A whole rule begins where its words do.
  const lead = rule.content.slice(start, end).search(/\S/);
  if (at >= 0) return quote === "" ? source.locate(at + Math.max(lead, 0)) : source.locate(at + start, at + end);
  const found = quote === "" ? -1 : source.text.indexOf(quote, source.bodyStart);
  return found < 0 ? source.locate(source.bodyStart) : source.locate(found, found + quote.length);
}

/** Where a pattern stands in a file's front matter, or the key that holds the patterns where it is written in another way. */
export function locateGlob(source: SourceText, glob: string): SourceLocation {
  if (source.file === undefined) return {};
  const { header } = source.split;
  for (const { key, start, end } of readHeaderLines(header).entries) {
    if (!globKeys.includes(key)) continue;
    const value = start + key.length;
    for (const written of [glob, glob.replace(/^(?:\/|\*\*\/)/, "")]) {
      const at = findWhole(header.slice(value, end), written);
      if (at >= 0) return source.locate(source.headerStart + value + at, source.headerStart + value + at + written.length);
    }
  }
  return locateKey(source, globKeys);
}

/** Where a text stands with nothing glued to it. */
function findWhole(value: string, wanted: string): number {
  if (wanted === "") return -1;
  for (let at = value.indexOf(wanted); at >= 0; at = value.indexOf(wanted, at + 1)) {
    if (/[\s"',[:]/.test(value[at - 1] ?? " ") && /[\s"',\]]/.test(value[at + wanted.length] ?? " ")) return at;
  }
  return -1;
}

/** Where the first of these keys that there is stands in a file's front matter; the first line where there is none. */
export function locateKey(source: SourceText, keys: readonly string[]): SourceLocation {
  if (source.file === undefined) return {};
  const entry = readHeaderLines(source.split.header).entries.find(({ key }) => keys.includes(key));
  if (entry === undefined) return source.locate(0);
  const start = source.headerStart + entry.start;
  return source.locate(start, start + entry.key.length);
}
