import type { Json } from "@precept/contract/values";
import type { Diagnostic } from "../model/diagnostic.ts";

/** The YAML value of a front matter key. */
export interface YamlEntry {
  readonly value: Json;
  /** The line of the value in the file, from 1. */
  readonly line: number;
  /** The column of the value, from 1. */
  readonly column: number;
}

/** The keys of a front matter, and its problems. */
export interface YamlHeader {
  readonly entries: ReadonlyMap<string, YamlEntry>;
  readonly diagnostics: readonly Diagnostic[];
}
