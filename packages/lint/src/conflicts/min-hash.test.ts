import { describe, expect, it } from "vitest";
import { canBeSimilar, computeSignature, hashOf, similarity, type MinHashSignature } from "./min-hash.ts";

const words = (count: number, prefix = "w") => Array.from({ length: count }, (_, at) => `${prefix}${at}`);
const signatureOf = (text: string): MinHashSignature => computeSignature(text) as MinHashSignature;

it.each([
  ["", 0x811c9dc5],
  ["a", 0xe40c292c],
  ["foobar", 0xbf9cf968],
])("the hash of %j is FNV-1a", (text, hash) => expect(hashOf(text)).toBe(hash));

describe("the signature of a text", () => {
  it.each([
    [3, 0],
    [4, 1],
    [5, 2],
    [10, 7],
  ])("of %i words has %i sequences of four words", (count, shingles) => {
    expect(computeSignature(words(count).join(" "))?.shingles.length ?? 0).toBe(shingles);
  });

  it("has each sequence once, in ascending order", () => {
    const { shingles } = signatureOf("a b c d a b c d e f g");
    expect([...shingles]).toEqual([...new Set(shingles)].toSorted((left, right) => left - right));
    expect(shingles).toHaveLength(7);
    expect(signatureOf("a a a a a a").shingles).toHaveLength(1);
  });

  it("has twelve minima and six bands, of long texts too", () => {
    for (const count of [4, 2000]) {
      const { minima, bands } = signatureOf(words(count).join(" "));
      expect([minima.length, bands.length, new Set(bands).size]).toEqual([12, 6, 6]);
    }
  });

  it("depends on words, not on their parts", () => {
    expect(similarity(signatureOf("ab c d e"), signatureOf("a bc d e"))).toBe(0);
  });
});

describe("the similarity of two texts", () => {
  it.each([
    ["equal ones", words(20), words(20), 1],
    ["different ones", words(20), words(20, "x"), 0],
    ["one that continues", words(10), words(13), 0.7],
    ["one that begins earlier", words(13), words(13).slice(3), 0.7],
    ["ones that overlap", words(12), words(12).slice(4).concat(words(4, "x")), 5 / 13],
  ])("of %s is the share of common sequences", (_, left, right, expected) => {
    const [one, other] = [signatureOf(left.join(" ")), signatureOf(right.join(" "))];
    expect(similarity(one, other)).toBeCloseTo(expected);
    expect(similarity(other, one)).toBeCloseTo(expected);
  });

  it.each([
    [8, true],
    [7, false],
  ])("is only computed if they share eight of their minima: %i: %s", (shared, expected) => {
    const minima = (other: number) => Uint32Array.from({ length: 12 }, (_, at) => (at < shared ? at : at + other));
    const signature = (other: number): MinHashSignature => ({ shingles: new Uint32Array(0), bands: [], minima: minima(other) });
    expect(canBeSimilar(signature(100), signature(200))).toBe(expected);
  });

  it("of 90 % is found by a common band in nearly all cases", () => {
    const found = Array.from({ length: 50 }, (_, run) => {
      const text = words(80, `r${run}w`);
      const [one, other] = [signatureOf(text.join(" ")), signatureOf(text.with(40, "changed").join(" "))];
      return one.bands.some((band) => other.bands.includes(band)) && canBeSimilar(one, other);
    });
    expect(found.filter(Boolean).length).toBeGreaterThanOrEqual(47);
  });
});
