import { propertyRuns } from "@precept/testing";
import * as fc from "fast-check";
import { expect, it } from "vitest";
import { inBlocks, jsonParts } from "./print-parts.ts";
import { printJson } from "./text.ts";

it("parts of JSON are the same text as the whole", () => {
  const values = fc.oneof(
    fc.jsonValue({ maxDepth: 7 }),
    fc.record({
      runs: fc.array(fc.record({ results: fc.array(fc.anything({ maxDepth: 1, key: fc.string({ unit: "binary" }) })) })),
    }),
  );
  fc.assert(
    fc.property(values, (value) => {
      const isJson = JSON.stringify(value) !== undefined;
      fc.pre(isJson);
      expect([...jsonParts(JSON.parse(JSON.stringify(value)))].join("")).toBe(printJson(JSON.parse(JSON.stringify(value)), 2));
    }),
    { numRuns: propertyRuns({ sample: 100, full: 500 }) },
  );
  expect([...jsonParts({ a: undefined, b: [undefined, { c: undefined }], d: [] })].join("")).toBe(
    printJson({ b: [null, {}], d: [] }, 2),
  );
});

it("a long list is printed in parts, each of which is short", () => {
  const parts = [...jsonParts({ violations: Array.from({ length: 1000 }, (_, at) => ({ line: at, message: "x".repeat(100) })) })];
  expect(parts.length).toBeGreaterThan(1000);
  expect(Math.max(...parts.map(({ length }) => length))).toBeLessThan(200);
  const blocks = [...inBlocks(parts)];
  expect(blocks.join("")).toBe(parts.join(""));
  expect(blocks.length).toBeLessThan(5);
});
