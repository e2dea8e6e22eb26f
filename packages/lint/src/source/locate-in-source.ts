import { type SourceLocation, type Rule, readHeaderLines } from "@precept/core";
import type { SourceText } from "./source-text.ts";

/** The keys that contain the globs of a rule, in all dialects. */
const globKeys = ["globs", "fileMatchPattern", "paths", "applyTo", "glob"];

/** Finds a range of a rule's text in its file. If the codec changed the text, finds the quote instead. */
export function locateInRule(
  source: SourceText,
  rule: Rule,
  { start, end, quote }: { readonly start: number; readonly end: number; readonly quote: string },
): SourceLocation {
  if (rule.origin.path === undefined) return {};
  const contentStart = source.text.lastIndexOf(rule.content);
  // A whole rule begins at its first word.
  const lead = rule.content.slice(start, end).search(/\S/);
  if (contentStart >= 0)
    return quote === ""
      ? source.locate(contentStart + Math.max(lead, 0))
      : source.locate(contentStart + start, contentStart + end);
  const found = quote === "" ? -1 : source.text.indexOf(quote, source.bodyStart);
  return found < 0 ? source.locate(source.bodyStart) : source.locate(found, found + quote.length);
}

/** Finds a glob in the front matter of a file, or the key of the globs if the glob is written differently. */
export function locateGlob(source: SourceText, glob: string): SourceLocation {
  return locateItem(source, globKeys, [glob, glob.replace(/^(?:\/|\*\*\/)/, "")]);
}

/** Finds an item of a list in the front matter, in one of its written forms, or else the key of the list. */
export function locateItem(source: SourceText, keys: readonly string[], forms: readonly string[]): SourceLocation {
  if (source.file === undefined) return {};
  const { header } = source.split;
  for (const { key, start, end } of readHeaderLines(header).entries) {
    if (!keys.includes(key)) continue;
    const value = start + key.length;
    for (const written of forms) {
      const at = findWhole(header.slice(value, end), written);
      if (at >= 0) return source.locate(source.headerStart + value + at, source.headerStart + value + at + written.length);
    }
  }
  return locateKey(source, keys);
}

/** Finds a whole item: a text with separators around it. */
function findWhole(value: string, wanted: string): number {
  if (wanted === "") return -1;
  for (let at = value.indexOf(wanted); at >= 0; at = value.indexOf(wanted, at + 1)) {
    if (/[\s"',[:]/.test(value[at - 1] ?? " ") && /[\s"',\]]/.test(value[at + wanted.length] ?? " ")) return at;
  }
  return -1;
}

/** Finds the first of some keys in the front matter of a file, or the first line if there is none. */
export function locateKey(source: SourceText, keys: readonly string[]): SourceLocation {
  if (source.file === undefined) return {};
  const entry = readHeaderLines(source.split.header).entries.find(({ key }) => keys.includes(key));
  if (entry === undefined) return source.locate(0);
  const start = source.headerStart + entry.start;
  return source.locate(start, start + entry.key.length);
}
