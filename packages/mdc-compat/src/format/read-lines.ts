import {
  readHeaderLines,
  readYamlHeader,
  type FrontMatterSplit,
  type HeaderEntry,
  type Json,
  type YamlEntry,
} from "@precept/core";

/** A front matter that is read line by line, whether or not the whole of it is valid YAML. */
export interface LineReading {
  readonly entries: ReadonlyMap<string, YamlEntry>;
  /** Keys that were written before; the first line counts. */
  readonly repeated: readonly (YamlEntry & { readonly key: string })[];
  /** The lines of the file, from 1, that are no key, no comment and belong to no key. */
  readonly strays: readonly number[];
}

/** Reads each key of a front matter on its own, so that one bad line harms no other. */
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

/** The value of one key: as YAML reads it where it can, else as it is written. */
export function readLoosely(entry: HeaderEntry): Json {
  const read = readAsYaml(entry);
  return read === undefined ? [entry.value, entry.continuation.trimEnd()].filter((part) => part !== "").join("\n") : read;
}

/** The value of one key where YAML can read it on its own. */
export function readAsYaml({ value, continuation }: Pick<HeaderEntry, "value" | "continuation">): Json | undefined {
  return readYamlHeader(`key: ${value}\n${continuation}`, 1).entries.get("key")?.value;
}
