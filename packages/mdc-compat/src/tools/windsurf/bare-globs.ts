import { readHeaderLines, readYamlHeader, type FrontMatterSplit, type YamlHeader } from "@precept/core";

/** Reads front matter as YAML, but allows patterns without quotes in `globs`. The documentation shows `globs: **\/*.test.ts`, which is not valid YAML. */
export function readBareGlobs({ header, headerLine }: FrontMatterSplit, file: string): YamlHeader {
  return readYamlHeader(quoteGlobs(header), headerLine, file);
}

/** Adds the missing quotes to `globs`. Line and column of all keys stay the same. */
function quoteGlobs(header: string): string {
  const entry = readHeaderLines(header).entries.find(({ key }) => key === "globs");
  if (entry === undefined || entry.continuation !== "" || !isBare(entry.value)) return header;
  const start = entry.start + entry.column - 1;
  const patterns = entry.value.replace(/\s+#.*$/, "");
  return header.slice(0, start) + JSON.stringify(patterns) + header.slice(start + entry.value.length);
}

/** Whether a value has no quotes and is not a list. A leading bracket can also start a character class: `[ab]/*.ts`. */
function isBare(value: string): boolean {
  return value !== "" && value !== "null" && value !== "~" && !/^["'#]|^\[.*\]\s*(?:#.*)?$/.test(value);
}
