import type { ValueFormat } from "@precept/contract/values";
import { isBech32 } from "./bech32.ts";
import { hasLuhnDigit, isIban } from "./check-digits.ts";
import { isBase64Json, isSignedJwt } from "./encoded-json.ts";
import { hasTokenChecksum } from "./token-checksum.ts";

/** Whether a value has a format. A regular expression cannot check these. */
export const valueFormats: Readonly<Record<ValueFormat, (value: string) => boolean>> = {
  crc32_base62: hasTokenChecksum,
  bech32: isBech32,
  jwt: isSignedJwt,
  base64_json: isBase64Json,
  luhn: hasLuhnDigit,
  iban: isIban,
};
