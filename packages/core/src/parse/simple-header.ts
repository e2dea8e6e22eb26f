import { splitGlobs } from "../glob/split-globs.ts";
import { inclusions } from "../model/inclusion.ts";
import type { Json } from "../model/json.ts";
import type { NativeHeader, NativeKey } from "./native-header.ts";
import { splitList } from "./split-list.ts";
import type { YamlEntry } from "./yaml-entry.ts";

/** Reads a value that is written as most are; undefined for every other, right or wrong. */
type UsualReader<Value> = (value: Json) => Value | undefined;

const text: UsualReader<string> = (value) => (typeof value === "string" ? value : undefined);

const filledText: UsualReader<string> = (value) => (typeof value === "string" && /\S/.test(value) ? value : undefined);

const flag: UsualReader<boolean> = (value) => (typeof value === "boolean" ? value : undefined);

function texts(split: (value: string) => readonly string[]): UsualReader<readonly string[]> {
  return (value) => {
    if (typeof value === "string") return split(value);
    return Array.isArray(value) && value.every((item) => typeof item === "string") ? [...value] : undefined;
  };
}

const globs = texts(splitGlobs);
const list = texts(splitList);

function wholeNumber(most: number): UsualReader<number> {
  return (value) => (Number.isSafeInteger(value) && Number(value) >= 1 && Number(value) <= most ? Number(value) : undefined);
}

function oneOf<Word extends string>(...words: readonly Word[]): UsualReader<Word> {
  return (value) => words.find((word) => word === value);
}

const readers: { readonly [Key in NativeKey]-?: UsualReader<NonNullable<NativeHeader[Key]>> } = {
  name: filledText,
  description: filledText,
  inclusion: oneOf(...inclusions),
  globs,
  fileMatchPattern: globs,
  priority: wholeNumber(100),
  override: flag,
  enabled: flag,
  pending: flag,
  authority: oneOf("absolute", "default"),
  category: oneOf("preference", "behavior", "agent"),
  contexts: list,
  targets: list,
  projectId: text,
  userId: text,
  tags: list,
  conditions: () => undefined,
  version: wholeNumber(Number.MAX_SAFE_INTEGER),
  replaces: list,
};

/** The keys of a native front matter. All others are kept as metadata. */
export const nativeKeys: ReadonlySet<string> = new Set(Object.keys(readers));

/**
 * Reads a native front matter without its schema, which takes longer to load than a hundred rules to read, where every value is written as most
 * are; the answer is the same.
 *
 * @returns undefined where the schema has to be asked.
 */
export function readSimpleHeader(entries: ReadonlyMap<string, YamlEntry>): NativeHeader | undefined {
  const header: Partial<Record<string, unknown>> = {};
  for (const [key, read] of Object.entries(readers)) {
    const written = entries.get(key)?.value;
    if (written === undefined || written === null) continue;
    const value = read(written);
    if (value === undefined) return undefined;
    header[key] = value;
  }
  return header["name"] === undefined || header["description"] === undefined ? undefined : (header as NativeHeader);
}
