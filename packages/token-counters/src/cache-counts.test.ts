import { anyCodePoint } from "@precept/testing";
import * as fc from "fast-check";
import { expect, it } from "vitest";
import { cacheCounts } from "./cache-counts.ts";

it("returns the same counts as without a cache, whatever the size of the cache and the order of the texts", () => {
  const count = (text: string): number => [...text].length;
  fc.assert(
    fc.property(
      fc.array(fc.string({ unit: anyCodePoint, maxLength: 12 }), { minLength: 1, maxLength: 12 }),
      fc.array(fc.nat(), { maxLength: 60 }),
      fc.integer({ min: 0, max: 60 }),
      (texts, positions, maxCharacters) => {
        const calls = positions.map((position) => texts[position % texts.length] ?? "");
        const cached = cacheCounts(count, { maxCharacters });
        for (const text of texts) expect([undefined, count(text)]).toContain(cached.known(text));
        expect(calls.map((text) => cached.count(text))).toEqual(calls.map(count));
      },
    ),
  );
});

it("counts a text once, until other texts have replaced it in the cache", () => {
  const counted: string[] = [];
  const { count } = cacheCounts(
    (text) => {
      counted.push(text);
      return text.length;
    },
    { maxCharacters: 8 },
  );
  for (const text of ["aa", "aa", "bb", "cc", "dd", "aa", "ee", "aa"]) count(text);
  expect(counted).toEqual(["aa", "bb", "cc", "dd", "ee", "aa"]);
});

it("does not cache a text that is longer than a quarter of its limit", () => {
  let calls = 0;
  const { count } = cacheCounts(() => (calls += 1), { maxCharacters: 8 });
  expect([count("abc"), count("abc")]).toEqual([1, 2]);
});
