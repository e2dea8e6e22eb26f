import * as fc from "fast-check";
import { expect, it } from "vitest";
import { anyRule, isWellFormed } from "../../test/arbitraries.ts";
import { buildRule } from "../../test/rules.ts";
import { maxSearchTextLength, searchTextOf } from "./rule-terms.ts";

it("contains name, description, tags and content", () => {
  const rule = buildRule({ name: "style", description: "How we write", tags: ["a", "b"], content: "Be brief." });
  expect(searchTextOf(rule)).toBe("style\nHow we write\na, b\nBe brief.");
});

it("does not contain empty fields", () => {
  expect(searchTextOf(buildRule({ name: "style", content: "" }))).toBe("style");
});

it("is cut, but not inside of a character", () => {
  fc.assert(
    fc.property(anyRule, fc.nat(3), (rule, shift) => {
      const text = searchTextOf({ ...rule, content: "x".repeat(shift) + "😀".repeat(maxSearchTextLength) });
      expect(text.length).toBeLessThanOrEqual(maxSearchTextLength);
      expect(text.length).toBeGreaterThanOrEqual(maxSearchTextLength - 1);
      expect(isWellFormed(text.slice(-2))).toBe(true);
    }),
  );
});
