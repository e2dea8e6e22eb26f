import { report } from "../model/diagnostic-catalogue.ts";
import { readHeaderLines } from "./header-lines.ts";
import { parseYamlHeader } from "./parse-yaml-header.ts";
import { readPlainScalar } from "./plain-scalar.ts";
import type { YamlEntry, YamlHeader } from "./yaml-entry.ts";

/** No front matter is larger by honest means, and YAML parsers take their time over dishonest ones. */
export const maxHeaderLength = 65_536;

/**
 * Reads a front matter as YAML 1.2, with every problem at its place. Most front matters are plain `key: value` lines, and are read without the
 * YAML parser, which is a hundred times slower; the answer is the same.
 *
 * @param firstLine the line of the file, from 1, on which the header begins.
 */
export function readYamlHeader(header: string, firstLine: number, file?: string): YamlHeader {
  if (header.length > maxHeaderLength) {
    return { entries: new Map(), diagnostics: [report("front-matter/too-large", { file, line: firstLine, column: 1 })] };
  }
  return readPlainly(header, firstLine) ?? parseYamlHeader(header, firstLine, file);
}

function readPlainly(header: string, firstLine: number): YamlHeader | undefined {
  const { entries: lines, strays } = readHeaderLines(header);
  // Tabs, and spaces beyond ASCII, which are part of a value in YAML, are left to the parser.
  if (strays.length > 0 || /[^\S \r\n]/.test(header)) return undefined;
  const entries = new Map<string, YamlEntry>();
  for (const { key, value, continuation, line, column } of lines) {
    const read = continuation === "" ? readPlainScalar(value) : undefined;
    if (read === undefined || entries.has(key)) return undefined;
    entries.set(key, { value: read.value, line: firstLine + line, column });
  }
  return { entries, diagnostics: [] };
}
