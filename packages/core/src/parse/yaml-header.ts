import { report } from "../model/diagnostic-catalogue.ts";
import { readHeaderLines } from "./header-lines.ts";
import { parseYamlHeader, type YamlEntry, type YamlHeader } from "./parse-yaml-header.ts";
import { readBlockList, readPlainScalar } from "./plain-scalar.ts";

/** The maximum length of a front matter. YAML parsers are slow on large hostile input. */
export const maxHeaderLength = 65_536;

/** Parses a front matter as YAML 1.2. Plain lines take a path that is 100 times faster. @param firstLine from 1. */
export function readYamlHeader(header: string, firstLine: number, file?: string): YamlHeader {
  if (header.length > maxHeaderLength) {
    return { entries: new Map(), diagnostics: [report("front-matter/too-large", { file, line: firstLine, column: 1 })] };
  }
  return readFast(header, firstLine) ?? parseYamlHeader(header, firstLine, file);
}

function readFast(header: string, firstLine: number): YamlHeader | undefined {
  const { entries: lines, strays } = readHeaderLines(header);
  // Tabs and non-ASCII spaces are left to the parser.
  if (strays.length > 0 || /[^\S \r\n]/.test(header)) return undefined;
  const entries = new Map<string, YamlEntry>();
  for (const { key, value, continuation, line, column } of lines) {
    const entry = continuation === "" ? readPlainScalar(value) : value === "" ? readBlockList(continuation) : undefined;
    if (entry === undefined || entries.has(key)) return undefined;
    // A block list begins on the line after its key.
    const lineOfValue = firstLine + line + (continuation === "" ? 0 : 1);
    entries.set(key, { column, ...entry, line: lineOfValue });
  }
  return { entries, diagnostics: [] };
}
