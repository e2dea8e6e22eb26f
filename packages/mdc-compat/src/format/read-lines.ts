import {
  readHeaderLines,
  readYamlHeader,
  type Diagnostic,
  type FrontMatterSplit,
  type HeaderEntry,
  type Json,
  type SourceLocation,
  type YamlEntry,
  type YamlHeader,
} from "@precept/core";

export interface LineReading {
  /** The first entry of each key. */
  readonly entries: ReadonlyMap<string, YamlEntry>;
  /** Further entries of keys that occur more than once. */
  readonly repeated: readonly (YamlEntry & { readonly key: string })[];
  /** Line numbers in the file, from 1, of lines that are neither a key, a comment nor part of a value. */
  readonly strays: readonly number[];
}

/** Reads each key of the front matter separately, so that an invalid line does not affect other keys. */
export function readLines({ header, headerLine }: FrontMatterSplit, read: (entry: HeaderEntry) => Json): LineReading {
  const { entries, strays } = readHeaderLines(header);
  const first = new Map<string, YamlEntry>();
  const repeated: (YamlEntry & { readonly key: string })[] = [];
  for (const entry of entries) {
    const { key, line, column } = entry;
    const value = { value: read(entry), line: headerLine + line, column };
    if (first.has(key)) repeated.push({ key, ...value });
    else first.set(key, value);
  }
  return { entries: first, repeated, strays: strays.map((line) => headerLine + line) };
}

export interface LineHeaderOptions<Code extends string> {
  readonly read: (entry: HeaderEntry) => Json;
  readonly codes: { readonly duplicateKey: Code; readonly notYaml: Code };
  readonly report: (code: Code, location: SourceLocation, message?: string) => Diagnostic;
  /** Returns the part of the front matter that should be valid YAML. Default: all of it. */
  readonly yamlOf?: (header: string) => string;
}

/** Reads front matter line by line, for tools that write patterns without quotes, which is often invalid YAML. */
export function readLineHeader<Code extends string>(
  split: FrontMatterSplit,
  file: string,
  { read, codes, report, yamlOf = (header) => header }: LineHeaderOptions<Code>,
): YamlHeader {
  const { entries, repeated } = readLines(split, read);
  const [problem] = readYamlHeader(yamlOf(split.header), split.headerLine, file).diagnostics;
  return {
    entries,
    diagnostics: [
      ...repeated.map(({ key, line, column }) =>
        report(codes.duplicateKey, { file, line, column }, `"${key}" is defined twice; the first definition is used.`),
      ),
      ...(problem === undefined || repeated.length > 0 ? [] : [report(codes.notYaml, problem)]),
    ],
  };
}

/** Returns the value of a key as YAML reads it, or its raw text if it is not valid YAML. */
export function readLoosely(entry: HeaderEntry): Json {
  const read = readAsYaml(entry);
  return read === undefined ? [entry.value, entry.continuation.trimEnd()].filter((part) => part !== "").join("\n") : read;
}

/** Returns the value of a key as YAML reads it, or undefined if it is not valid YAML. */
export function readAsYaml({ value, continuation }: Pick<HeaderEntry, "value" | "continuation">): Json | undefined {
  return readYamlHeader(`key: ${value}\n${continuation}`, 1).entries.get("key")?.value;
}
