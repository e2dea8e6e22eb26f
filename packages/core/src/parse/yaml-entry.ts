import type { Diagnostic } from "../model/diagnostic.ts";
import type { Json } from "../model/json.ts";

/** One key of a front matter, read as YAML. */
export interface YamlEntry {
  readonly value: Json;
  /** Of the value, in the file, from 1. */
  readonly line: number;
  readonly column: number;
}

export interface YamlHeader {
  readonly entries: ReadonlyMap<string, YamlEntry>;
  readonly diagnostics: readonly Diagnostic[];
}
