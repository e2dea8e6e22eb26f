import { isBech32 } from "./bech32.ts";
import { hasLuhnDigit, isIban } from "./check-digits.ts";
import { isBase64Json, isSignedJwt } from "./encoded-json.ts";
import { hasTokenChecksum } from "./token-checksum.ts";

/** The maximum length, in UTF-16 code units, of values that have a format and whose entropy is measured. */
export const maxValueLength = 16_384;

/** One row of {@link valueFormats}. */
interface ValueFormatSpec {
  /** A description of valid values, for the reference. */
  readonly description: string;
  readonly isValid: (value: string) => boolean;
}

/** The formats that `valid_as` can require, which a regular expression cannot check. Names are permanent. */
export const valueFormats = {
  crc32_base62: {
    description: "the last six characters are a checksum, as in tokens of GitHub and npm",
    isValid: hasTokenChecksum,
  },
  bech32: { description: "a text with a Bech32 checksum, such as a secret key of age", isValid: isBech32 },
  jwt: { description: "a signed JSON Web Token", isValid: isSignedJwt },
  base64_json: { description: "a JSON object in Base64", isValid: isBase64Json },
  luhn: { description: "12 to 19 digits with a Luhn check digit, such as the number of a payment card", isValid: hasLuhnDigit },
  iban: { description: "an International Bank Account Number", isValid: isIban },
} as const satisfies Record<string, ValueFormatSpec>;

/** The name of a format: see {@link valueFormats}. */
export type ValueFormat = keyof typeof valueFormats;

/** All formats, in the order of the reference. */
export const valueFormatNames = Object.keys(valueFormats) as [ValueFormat, ...ValueFormat[]];
