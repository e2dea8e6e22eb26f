import { anyCodePoint } from "@precept/testing";
import * as fc from "fast-check";

/** Texts that are hard to tokenize: other scripts, emoji with joiners, lone surrogates, names of special tokens. */
const units = [
  "a",
  "Ab1",
  "é",
  "я",
  "漢",
  "かな",
  "한",
  "😀",
  "👩‍👩‍👧‍👦",
  "\ud83d",
  "\udc00",
  "\u0301",
  " ",
  "\n",
  "\t \n",
  "7",
  "`",
  "-",
  "<|endoftext|>",
] as const;

/** Generates texts of up to about `length` characters: any characters, or one short text repeated without a break. */
export function hostileText(length: number): fc.Arbitrary<string> {
  const repeated = fc
    .tuple(fc.string({ unit: fc.constantFrom(...units), minLength: 1, maxLength: 3 }), fc.integer({ min: 1, max: length }))
    .map(([piece, size]) => piece.repeat(Math.ceil(size / piece.length)));
  const mixed = fc.string({ unit: fc.constantFrom(...units), maxLength: 200 });
  return fc.oneof(
    mixed,
    fc.string({ unit: anyCodePoint, maxLength: 200 }),
    repeated,
    fc.tuple(mixed, repeated, mixed).map((parts) => parts.join("")),
  );
}
