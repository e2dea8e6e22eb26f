import { describe, expect, it } from "vitest";
import { nativeFields, readNativeHeader, type NativeKey } from "./native-fields.ts";
import { parseNativeRule } from "./parse-native.ts";
import type { Json } from "@precept/contract/values";

interface Schema {
  readonly anyOf?: readonly Schema[];
  readonly type?: string;
  readonly enum?: readonly Json[];
  readonly pattern?: string;
  readonly minimum?: number;
  readonly maximum?: number;
  readonly items?: Schema;
}

/** Whether a JSON schema accepts a value: only the keywords that the fields use. */
function accepts(schema: Schema, value: Json): boolean {
  if (schema.anyOf !== undefined) return schema.anyOf.some((one) => accepts(one, value));
  if (Array.isArray(value)) return schema.type === "array" && value.every((item: Json) => accepts(schema.items ?? {}, item));
  if (value === null) return schema.type === "null";
  if (typeof value === "number") {
    const isInRange = value >= (schema.minimum ?? value) && value <= (schema.maximum ?? value);
    return (schema.type === "number" || (schema.type === "integer" && Number.isInteger(value))) && isInRange;
  }
  if (schema.enum?.includes(value) === false) return false;
  return schema.type === typeof value && (typeof value !== "string" || new RegExp(schema.pattern ?? "").test(value));
}

describe("the schema of a field and the reader of the files agree", () => {
  const cases: readonly (readonly [NativeKey, readonly Json[], readonly Json[]])[] = [
    ["priority", [1, 2, 99, 100, "7"], [0, -1, 101, 1.5, true, "seven", "1.5"]],
    ["version", [1, 1000], [0, 0.5, "x", false]],
    ["override", [true, false, "true", "false"], ["yes", 1]],
    ["name", ["a", 404], ["", " ", true]],
    ["source", ["cli", 7], [true]],
    ["projectId", ["p"], [7]],
    ["inclusion", ["always", "auto"], ["never", 1]],
    ["authority", ["absolute", "default"], ["other"]],
    ["globs", ["a", ["a", "b"]], [7, true]],
    ["conditions", [{}], [7, "a"]],
  ];
  it.each(cases)("about %s", (key, valid, invalid) => {
    const { schema, read } = nativeFields[key];
    expect(valid.filter((value) => !accepts(schema, value))).toEqual([]);
    expect(valid.filter((value) => read(value) === undefined)).toEqual([]);
    expect(invalid.filter((value) => accepts(schema, value))).toEqual([]);
    expect(invalid.filter((value) => read(value) !== undefined)).toEqual([]);
  });
});

it("each default is the value of a rule whose file has no such key", () => {
  const text = "---\nname: a\ndescription: b\n---\nText";
  const { draft } = parseNativeRule({ text, path: "a.md", file: "a.md" });
  // A rule without times gets the times of its file.
  const isDefault = ([, value]: readonly [string, Json | undefined]) => value !== undefined && value !== "";
  const defaults = Object.entries(nativeFields)
    .map(([key, field]) => [key, field.default] as const)
    .filter(isDefault);
  expect(defaults.length).toBeGreaterThan(8);
  expect(draft).toMatchObject(Object.fromEntries(defaults) as object);
});

it("an empty value is like a missing key, but a name and a description are required", () => {
  const entry = (value: Json) => ({ value }) as never;
  const read = (more: Readonly<Record<string, Json>>) =>
    readNativeHeader(
      new Map(Object.entries({ name: "a", description: "b", ...more }).map(([key, value]) => [key, entry(value)])),
    );
  expect(read({ priority: null })).toEqual({ header: { name: "a", description: "b" } });
  expect(read({ name: null })).toMatchObject({ problems: [{ key: "name" }] });
  expect(read({ description: null, priority: 0 })).toMatchObject({ problems: [{ key: "description" }, { key: "priority" }] });
});
