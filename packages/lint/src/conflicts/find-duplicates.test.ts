import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { buildRule } from "../../../core/test/rules.ts";
import { findDuplicates } from "./find-duplicates.ts";
import { similarity, computeSignature } from "./min-hash.ts";

const text = Array.from({ length: 120 }, (_, at) => `word${at}`).join(" ");

function found(...contents: string[]): string[] {
  return findDuplicates(contents.map((content, at) => buildRule({ name: "abcdefgh"[at] ?? "", content }))).map(
    ({ detail }) => detail,
  );
}

describe("duplicate texts", () => {
  it("are found regardless of white space", () => {
    expect(found(text, `  ${text.replaceAll(" ", "\n\n")}\n`)).toEqual(['"a" and "b" have the same text.']);
    expect(found(text, text, text)).toEqual(['"a", "b" and "c" have the same text.']);
    expect(found(text, text, text, text, text)).toEqual(['"a", "b", "c" and 2 more rules have the same text.']);
  });

  it("are found if a word or two differ", () => {
    expect(found(text, text.replace("word7 ", "other "))).toEqual(['"a" and "b" have 93 % of their text in common.']);
    expect(found(text, `${text} and a few more words`)).toEqual(['"a" and "b" have 95 % of their text in common.']);
  });

  it("are not found in different texts that have the same hash", () => {
    const [left, right] = ["zinke", "altarage"].map((word) => `${word}-in-a-text-of-one-long-word`);
    expect(found(left ?? "", right ?? "")).toEqual([]);
    expect(found(left ?? "", right ?? "", left ?? "")).toEqual(['"a" and "c" have the same text.']);
  });

  it("are not found if more words differ", () => {
    expect(found(text, text.replaceAll(/word\d*5 /g, "other "))).toEqual([]);
    expect(found("Use pnpm.", "Use pnpm.")).toEqual([]);
  });

  it("are not found in rules without a common audience", () => {
    const of = (name: string, target: string) => buildRule({ name, content: text, targets: [target] });
    expect(findDuplicates([of("a", "cursor"), of("b", "claude")])).toEqual([]);
    expect(findDuplicates([of("a", "cursor"), of("b", "claude"), of("c", "claude")]).map(({ names }) => names)).toEqual([
      ["b", "c"],
    ]);
  });

  it("have the similarity of their shingles, by brute force", () => {
    const words = fc.array(fc.constantFrom("a", "b", "c", "d"), { minLength: 4, maxLength: 30 });
    const partsOf = (all: readonly string[]) => new Set(all.slice(3).map((_, at) => all.slice(at, at + 4).join(" ")));
    fc.assert(
      fc.property(words, words, (left, right) => {
        const [leftParts, rightParts] = [partsOf(left), partsOf(right)];
        const shared = [...leftParts].filter((piece) => rightParts.has(piece)).length;
        const [one, other] = [computeSignature(left.join(" ")), computeSignature(right.join(" "))];
        expect(one !== undefined && other !== undefined && similarity(one, other)).toBeCloseTo(
          shared / (leftParts.size + rightParts.size - shared),
        );
      }),
    );
  });
});
