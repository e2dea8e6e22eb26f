import { createRule } from "@precept/core";
import { diffArrays } from "diff";
import { propertyRuns } from "@precept/testing";
import * as fc from "fast-check";
import { expect, it } from "vitest";
import { findSimilar, printDifference } from "./similar-rules.ts";
import { mergeTexts } from "./similar-rules.ts";

/** Texts of few different lines, of which many are nearly the same. */
const texts = fc
  .tuple(
    fc.array(fc.constantFrom("a", "b", "c", "", "  d"), { minLength: 10, maxLength: 30 }),
    fc.array(fc.nat(29), { maxLength: 4 }),
  )
  .chain(([lines, removed]) =>
    fc.constantFrom(
      lines,
      lines.filter((_, at) => !removed.includes(at)),
      lines.toReversed(),
      [...lines, "e"],
    ),
  )
  .map((lines) => lines.join("\n"));

/** Returns the ratio of two texts, computed for the whole texts. */
function compare(left: string, right: string): number {
  const [before, after] = [left, right].map((text) => text.split("\n").filter((line) => line !== ""));
  const parts = diffArrays(before ?? [], after ?? []);
  const common = parts.filter(({ added, removed }) => !added && !removed).reduce((sum, { value }) => sum + value.length, 0);
  return (2 * common) / Math.max(1, (before?.length ?? 0) + (after?.length ?? 0));
}

it("finds the same pairs as a comparison of all texts", () => {
  fc.assert(
    fc.property(fc.array(texts, { maxLength: 8 }), (all) => {
      const items = all.map((text, at) => ({ path: `${at}`, text, base: undefined }));
      const found = findSimilar(items).map(({ pair: [left, right] }) => `${left.path} ${right.path}`);
      const expected = items.flatMap((left, at) =>
        items.slice(at + 1).flatMap((right) => (compare(left.text, right.text) >= 0.9 ? `${left.path} ${right.path}` : [])),
      );
      expect(found.toSorted()).toEqual(expected.toSorted());
    }),
    { numRuns: propertyRuns({ sample: 100, full: 300 }) },
  );
});

it("does not compare texts of different directories, or of rules that apply in different cases", () => {
  const text = "a\n".repeat(20);
  const items = [
    { path: "a", text, base: undefined, conditions: "always" },
    { path: "b", text: `${text}b`, base: undefined, conditions: "manual" },
    { path: "c", text: `${text}b`, base: "web", conditions: "always" },
  ];
  expect(findSimilar(items)).toEqual([]);
});

it("finds equal texts of one line, but no empty ones", () => {
  const items = ["One.\n", "\n", "One.", ""].map((text, at) => ({ path: `${at}`, text, base: undefined }));
  expect(findSimilar(items).map(({ pair }) => pair.map(({ path }) => path))).toEqual([["0", "2"]]);
});

it("does not compare native rules with each other", () => {
  const text = "a\n".repeat(20);
  const native = createRule({ id: "project:a", name: "a", content: text });
  const items = ["a", "b", "c"].map((path) => ({ path, text, base: undefined, ...(path !== "c" && { native }) }));
  expect(findSimilar(items).map(({ pair }) => pair.map(({ path }) => path).join(" "))).toEqual(["a c", "b c"]);
});

it("a merged text has the lines of both in their order, and common lines once", () => {
  fc.assert(
    fc.property(texts, texts, (left, right) => {
      const merged = mergeTexts(`${left}\n`, `${right}\r\n`).split("\n");
      for (const text of [left, right]) {
        const lines = text.replace(/\n+$/, "").split("\n");
        let position = 0;
        for (const line of merged) if (line === lines[position]) position += 1;
        expect(position).toBe(lines.length);
      }
      expect(mergeTexts(left, left)).toBe(left);
    }),
    { numRuns: propertyRuns({ sample: 100, full: 300 }) },
  );
});

it("texts that differ too much to compare line by line are kept one after the other", { tags: "slow" }, () => {
  const [left, right] = ["a", "b"].map((name) => Array.from({ length: 2501 }, (_, at) => `${name}${at}`).join("\n"));
  expect(mergeTexts(`${left}\n`, `${right}\n`)).toBe(`${left}\n${right}\n`);
  expect(
    printDifference([
      { path: "a.md", text: left ?? "", base: undefined },
      { path: "b.md", text: right ?? "", base: undefined },
    ]),
  ).toBe("--- a.md\n+++ b.md\n@@ more than 5,000 lines differ @@\n");
});
