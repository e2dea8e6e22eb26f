import * as fc from "fast-check";
import { expect, it } from "vitest";
import { createLiteralScanner } from "./aho-corasick.ts";

function ownersIn(
  text: string,
  literals: readonly { readonly text: string; readonly owner: number }[],
  owners: number,
): number[] {
  const found = new Uint8Array(owners);
  createLiteralScanner(literals)(text, found);
  return [...found];
}

it("marks exactly the owners of literals in the text, ignoring the case of A to Z", () => {
  const literal = fc.string({ unit: fc.constantFrom(..."abc- "), minLength: 1, maxLength: 5 });
  const text = fc.string({ unit: fc.constantFrom(..."abcABCd- é\u212A\n"), maxLength: 30 });
  fc.assert(
    fc.property(fc.array(fc.tuple(literal, fc.nat(5)), { maxLength: 8 }), text, (entries, subject) => {
      const literals = entries.map(([own, owner]) => ({ text: own, owner }));
      const folded = subject.replaceAll(/[A-Z]/g, (letter) => letter.toLowerCase());
      const expected = Array.from({ length: 6 }, (_, owner) =>
        Number(literals.some((entry) => entry.owner === owner && folded.includes(entry.text))),
      );
      expect(ownersIn(subject, literals, 6)).toEqual(expected);
    }),
  );
});

it("finds literals that overlap or contain one another", () => {
  const literals = ["ushers", "she", "hers", "he", "s"].map((text, owner) => ({ text, owner }));
  expect(ownersIn("ushers", literals, 5)).toEqual([1, 1, 1, 1, 1]);
  expect(ownersIn("ahe", literals, 5)).toEqual([0, 0, 0, 1, 0]);
});

it("can be reused, and works without literals", () => {
  const scanner = createLiteralScanner([{ text: "needle", owner: 0 }]);
  const scan = (text: string) => {
    const found = new Uint8Array(1);
    scanner(text, found);
    return found[0];
  };
  expect(["a NEEDLE", "nee", "dle", "needle"].map(scan)).toEqual([1, 0, 0, 1]);
  expect(ownersIn("anything", [], 0)).toEqual([]);
});
