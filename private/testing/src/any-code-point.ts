import * as fc from "fast-check";

const [firstSurrogate, surrogates] = [0xd800, 0x800] as const;

/**
 * Any code point that is not a surrogate: `fc.string({ unit: anyCodePoint })` generates the same texts as `fc.string({ unit: "binary" })`, for which
 * fast-check builds a table of a million characters, in each process that uses it.
 */
export const anyCodePoint: fc.Arbitrary<string> = fc
  .nat({ max: 0x10ffff - surrogates })
  .map((at) => String.fromCodePoint(at < firstSurrogate ? at : at + surrogates), toNumber);

/** Returns the number of a code point. @throws TypeError if the value is another text, which fast-check expects. */
function toNumber(value: unknown): number {
  const code = typeof value === "string" ? (value.codePointAt(0) ?? -1) : -1;
  const isSurrogate = code >= firstSurrogate && code < firstSurrogate + surrogates;
  if (code === -1 || isSurrogate || value !== String.fromCodePoint(code)) throw new TypeError("The value is no code point.");
  return code < firstSurrogate ? code : code - surrogates;
}
