import { inclusions, type Json, authorities, ruleCategories } from "@precept/contract/values";
import { splitGlobs } from "../glob/split-globs.ts";
import type { NativeHeader, NativeKey } from "./native-header.ts";
import { splitList } from "./split-list.ts";
import type { YamlEntry } from "./yaml-entry.ts";

/** Reads a value of the common form; undefined for all others, valid or not. */
type SimpleReader<Value> = (value: Json) => Value | undefined;

const text: SimpleReader<string> = (value) => (typeof value === "string" ? value : undefined);

const filledText: SimpleReader<string> = (value) => (typeof value === "string" && /\S/.test(value) ? value : undefined);

const flag: SimpleReader<boolean> = (value) => (typeof value === "boolean" ? value : undefined);

function texts(split: (value: string) => readonly string[]): SimpleReader<readonly string[]> {
  return (value) => {
    if (typeof value === "string") return split(value);
    return Array.isArray(value) && value.every((item) => typeof item === "string") ? [...value] : undefined;
  };
}

const globs = texts(splitGlobs);
const list = texts(splitList);

function wholeNumber(max: number): SimpleReader<number> {
  return (value) => (Number.isSafeInteger(value) && Number(value) >= 1 && Number(value) <= max ? Number(value) : undefined);
}

function oneOf<Word extends string>(...words: readonly Word[]): SimpleReader<Word> {
  return (value) => words.find((word) => word === value);
}

const readers: { readonly [Key in NativeKey]-?: SimpleReader<NonNullable<NativeHeader[Key]>> } = {
  name: filledText,
  description: filledText,
  inclusion: oneOf(...inclusions),
  globs,
  fileMatchPattern: globs,
  priority: wholeNumber(100),
  override: flag,
  enabled: flag,
  pending: flag,
  authority: oneOf(...authorities),
  category: oneOf(...ruleCategories),
  contexts: list,
  targets: list,
  projectId: text,
  userId: text,
  tags: list,
  conditions: () => undefined,
  source: text,
  version: wholeNumber(Number.MAX_SAFE_INTEGER),
  replaces: list,
  ruleId: text,
  createdAt: text,
  updatedAt: text,
};

/** The keys of a native front matter. All others are kept as metadata. */
export const nativeKeys: ReadonlySet<string> = new Set(Object.keys(readers));

/**
 * The fast path for native front matters: reads values of common form without loading the schema, with the same result.
 *
 * @returns undefined if the front matter must be validated with the schema.
 */
export function readSimpleHeader(entries: ReadonlyMap<string, YamlEntry>): NativeHeader | undefined {
  const header: Partial<Record<string, unknown>> = {};
  for (const [key, read] of Object.entries(readers)) {
    const given = entries.get(key)?.value;
    if (given === undefined || given === null) continue;
    const value = read(given);
    if (value === undefined) return undefined;
    header[key] = value;
  }
  return header["name"] === undefined || header["description"] === undefined ? undefined : (header as NativeHeader);
}
