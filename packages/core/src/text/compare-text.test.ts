import * as fc from "fast-check";
import { expect, it } from "vitest";
import { anyText, isWellFormed, shuffled } from "../../test/arbitraries.ts";
import { compareText } from "./compare-text.ts";

/** Compares the code points one by one: the definition of the order. */
function compareCodePoints(left: string, right: string): number {
  const [one, other] = [[...left], [...right]].map((characters) => characters.map((character) => character.codePointAt(0) ?? 0));
  if (one === undefined || other === undefined) return 0;
  for (let index = 0; index < Math.min(one.length, other.length); index += 1) {
    const difference = (one[index] ?? 0) - (other[index] ?? 0);
    if (difference !== 0) return Math.sign(difference);
  }
  return Math.sign(one.length - other.length);
}

it("compares by code point, above U+FFFF too", () => {
  const character = fc.constantFrom("a", "b", "\ud7ff", "\ue000", "\uffff", "😀", "\u{10ffff}", "𐀀");
  const text = fc.oneof(fc.string({ unit: character, maxLength: 4 }), anyText).filter((one) => isWellFormed(one));
  fc.assert(
    fc.property(text, text, (left, right) => {
      expect(Math.sign(compareText(left, right))).toBe(compareCodePoints(left, right));
    }),
  );
});

it("sorts to the same result for every input order", () => {
  const sets = fc.array(anyText).chain((texts) => fc.tuple(fc.constant(texts), shuffled(texts)));
  fc.assert(
    fc.property(sets, ([one, other]) => {
      expect(one.toSorted(compareText)).toEqual(other.toSorted(compareText));
    }),
  );
});

it("sorts upper case before lower case and accented letters last, in every locale", () => {
  expect(["é", "b", "a", "B", "A", "aa", ""].toSorted(compareText)).toEqual(["", "A", "B", "a", "aa", "b", "é"]);
});
