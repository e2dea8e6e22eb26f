import { readHeaderLines, readYamlHeader, type FrontMatterSplit, type YamlHeader } from "@precept/core";

/**
 * Reads a front matter as YAML, in which `globs` may have bare patterns all the same: `globs: **\/*.test.ts` is the documented form, and to YAML an
 * alias.
 */
export function readBareGlobs({ header, headerLine }: FrontMatterSplit, file: string): YamlHeader {
  return readYamlHeader(quoteGlobs(header), headerLine, file);
}

/** The same lines, with the patterns in quotes where they are bare. Places in the file stay as they are. */
function quoteGlobs(header: string): string {
  const entry = readHeaderLines(header).entries.find(({ key }) => key === "globs");
  if (entry === undefined || entry.continuation !== "" || !isBare(entry.value)) return header;
  const start = entry.start + entry.column - 1;
  const patterns = entry.value.replace(/\s+#.*$/, "");
  return header.slice(0, start) + JSON.stringify(patterns) + header.slice(start + entry.value.length);
}

/** A bracket may open a list, or a class: `[ab]/*.ts`. */
function isBare(value: string): boolean {
  return value !== "" && value !== "null" && value !== "~" && !/^["'#]|^\[.*\]\s*(?:#.*)?$/.test(value);
}
