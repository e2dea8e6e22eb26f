import { maxValueLength, type ValueFormat } from "@precept/contract/values";
import { entropyOf } from "@precept/core";
import type { PolicyMatch } from "../model/policy.ts";
import { isBech32 } from "./bech32.ts";
import { hasLuhnDigit, isIban } from "./check-digits.ts";
import { isBase64Json, isSignedJwt } from "./encoded-json.ts";
import { hasTokenChecksum } from "./crc32.ts";

/** Whether a value has a format. A regular expression cannot check these. */
export const valueFormats: Readonly<Record<ValueFormat, (value: string) => boolean>> = {
  crc32_base62: hasTokenChecksum,
  bech32: isBech32,
  jwt: isSignedJwt,
  base64_json: isBase64Json,
  luhn: hasLuhnDigit,
  iban: isIban,
};

/** Whether a block restricts its matches by their value. */
export function hasValueConditions({ validAs, minEntropy }: PolicyMatch): boolean {
  return validAs !== undefined || minEntropy !== undefined;
}

/** The text of a match, and its groups by number and name. */
interface MatchedValue {
  readonly text: string;
  readonly groups: Readonly<Record<string, string>>;
}

/** Whether the value of a match, its first group or the whole match, meets `valid_as` and `min_entropy`. */
export function meetsValueConditions(match: MatchedValue, { validAs, minEntropy }: PolicyMatch): boolean {
  const value = valueOf(match);
  if (validAs !== undefined && (value.length > maxValueLength || !validAs.some((name) => valueFormats[name](value)))) {
    return false;
  }
  return minEntropy === undefined || entropyOf(value.slice(0, maxValueLength)) >= minEntropy;
}

function valueOf({ text, groups }: MatchedValue): string {
  const first = Object.keys(groups)
    .map(Number)
    .filter(Number.isInteger)
    .toSorted((left, right) => left - right)[0];
  return (first === undefined ? undefined : groups[first]) ?? text;
}
