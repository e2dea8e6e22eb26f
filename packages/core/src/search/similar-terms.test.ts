import * as fc from "fast-check";
import { expect, it } from "vitest";
import { selectSimilarTerms } from "./similar-terms.ts";
import { Vocabulary } from "./vocabulary.ts";

const word = fc.string({ unit: fc.constantFrom("a", "b", "c", "d"), minLength: 1, maxLength: 9 });

it("a vocabulary finds the same similar terms as a comparison with all its terms", () => {
  fc.assert(
    fc.property(fc.uniqueArray(word, { maxLength: 30 }), word, (terms, written) => {
      const vocabulary = new Vocabulary();
      for (const term of terms) vocabulary.count(term);
      expect(vocabulary.similarTerms(written)).toEqual(selectSimilarTerms(written, terms));
    }),
  );
});

it.each([
  ["cahce", ["cache", "cachet"], ["cache"]],
  ["cache1", ["cache"], []],
  ["abc", ["abd"], []],
  ["数据库迁", ["数据库移"], []],
  ["configuraton", ["configuration", "configurator"], ["configuration", "configurator"]],
])("%s is corrected among %j to %j", (written, terms, expected) => {
  expect(selectSimilarTerms(written, terms).map(({ term }) => term)).toEqual(expected);
});
