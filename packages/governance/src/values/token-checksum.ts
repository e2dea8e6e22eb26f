import { crc32 } from "./crc32.ts";

const digits = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz";

/**
 * Whether the last six characters of a token are the CRC-32 of those after its prefix, in base 62: the format of GitHub
 * (`ghp_…`) and npm (`npm_…`). The prefix ends with the last `_`.
 */
export function hasTokenChecksum(token: string): boolean {
  const body = token.slice(token.lastIndexOf("_") + 1);
  if (!/^[0-9A-Za-z]{7,}$/.test(body)) return false;
  let sum = 0;
  for (const digit of body.slice(-6)) sum = sum * 62 + digits.indexOf(digit);
  return sum === crc32(body.slice(0, -6));
}
