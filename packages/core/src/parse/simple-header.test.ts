import type { Json } from "@precept/contract/values";
import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { anyJson, filledText } from "../../test/arbitraries.ts";
import { checkNativeHeader } from "./check-native-header.ts";
import { nativeHeaderSchema } from "./native-header.ts";
import { nativeKeys, readSimpleHeader } from "./simple-header.ts";

const words = ["always", "fileMatch", "auto", "absolute", "default", "behavior", "true", "50", "a, b,, {c,d}", "", " "];
const anyValue = fc.oneof(
  anyJson,
  fc.constantFrom<Json>(...words),
  fc.constantFrom<Json>(true, false, 0, 1, 100, 101, 1.5, -1, 2 ** 53),
  fc.array(fc.constantFrom<Json>("a", "**/*.ts", "", 1, null), { maxLength: 3 }),
);
const anyHeader = fc.record(
  { name: fc.oneof(filledText, anyValue), description: fc.oneof(filledText, anyValue) },
  { noNullPrototype: true },
);

function entriesOf(written: Readonly<Record<string, Json>>) {
  return new Map(Object.entries(written).map(([key, value]) => [key, { value, line: 1, column: 1 }]));
}

describe("readSimpleHeader", () => {
  it("has the keys of the schema in the same order", () => {
    expect([...nativeKeys]).toEqual(Object.keys(nativeHeaderSchema.shape));
  });

  it("agrees with the schema", () => {
    fc.assert(
      fc.property(anyHeader, fc.dictionary(fc.constantFrom(...nativeKeys), anyValue, { maxKeys: 3 }), (needed, others) => {
        const written = { ...others, ...needed };
        const usual = readSimpleHeader(entriesOf(written));
        fc.pre(usual !== undefined);
        const present = Object.fromEntries(Object.entries(written).filter(([, value]) => value !== null));
        expect({ header: usual }).toEqual(checkNativeHeader(present));
      }),
      { numRuns: 1000 },
    );
  });

  it.each<Readonly<Record<string, Json>>>([
    { priority: 80, globs: ["**/*.ts"], enabled: false, version: 3 },
    { globs: "src/**/*.{ts,tsx}, *.md", inclusion: "fileMatch" },
    { contexts: "code-review, tests", tags: ["lang:ts"], authority: "absolute", category: "behavior", userId: "ada" },
  ])("reads %j without the schema", (fields) => {
    expect(readSimpleHeader(entriesOf({ name: "a", description: "b", ...fields }))).toBeDefined();
  });

  it.each<Readonly<Record<string, Json>>>([
    { priority: "80" },
    { inclusion: "auto" },
    { conditions: {} },
    { name: 404 },
    { globs: [1] },
  ])("leaves %j to the schema", (fields) => {
    expect(readSimpleHeader(entriesOf({ name: "a", description: "b", ...fields }))).toBeUndefined();
  });
});
