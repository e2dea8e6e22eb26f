import * as fc from "fast-check";
import { expect, it } from "vitest";
import { embedderId } from "./embedder-id.ts";

const parts = fc.record({
  provider: fc.constantFrom("local" as const, "http" as const),
  model: fc.oneof(fc.string({ unit: fc.constantFrom("a", ":", "%", "3A", " ", "=") }), fc.string()),
  revision: fc.string({ unit: fc.constantFrom("a", ":", "%3A", "1") }),
  dim: fc.integer({ min: 1, max: 20 }),
});

it("differs if its parts differ, and always has four parts", () => {
  fc.assert(
    fc.property(parts, parts, (left, right) => {
      const isEqual = JSON.stringify(left) === JSON.stringify(right);
      expect(embedderId(left) === embedderId(right)).toBe(isEqual);
      expect(embedderId(left).split(":")).toHaveLength(4);
    }),
  );
});

it("stays readable", () => {
  const id = embedderId({ provider: "http", model: "nomic-embed-text:v1.5", revision: "127.0.0.1:11434/v1", dim: 768 });
  expect(id).toBe("http:nomic-embed-text%3Av1.5:127.0.0.1%3A11434/v1:768");
});
