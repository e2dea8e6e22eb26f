import { hash } from "node:crypto";
import { crc32 } from "node:zlib";

export const alphabets = {
  digits: "0123456789",
  hex: "0123456789abcdef",
  lower: "abcdefghijklmnopqrstuvwxyz0123456789",
  upper: "ABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789",
  base32: "ABCDEFGHIJKLMNOPQRSTUVWXYZ234567",
  mixed: "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789",
  letters: "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz",
  url: "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_",
  base64: "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/",
} as const;

/** Draws characters of an alphabet. The seed decides which, so that each run has the same list. */
export function draw(alphabet: keyof typeof alphabets, length: number, seed: string): string {
  const characters = alphabets[alphabet];
  let drawn = "";
  for (let block = 0; drawn.length < length; block++) {
    const bytes = hash("sha256", `${seed} ${block}`, "buffer");
    for (const byte of bytes) drawn += characters[byte % characters.length] ?? "";
  }
  return drawn.slice(0, length);
}

/** Returns a random token with the checksum that GitHub and npm append: CRC-32 of the random part, in base 62, six characters. */
export function withChecksum(prefix: string, length: number, seed: string): string {
  const body = draw("mixed", length - 6, seed);
  return `${prefix}${body}${inBase62(crc32(body)).padStart(6, "0")}`;
}

export function uuidOf(seed: string): string {
  const hex = draw("hex", 32, seed);
  return [hex.slice(0, 8), hex.slice(8, 12), `4${hex.slice(13, 16)}`, `a${hex.slice(17, 20)}`, hex.slice(20)].join("-");
}

/** Encodes a JSON object as a part of a JSON Web Token. */
export function encodeJson(value: object): string {
  return Buffer.from(JSON.stringify(value)).toString("base64url");
}

function inBase62(value: number): string {
  const digits = `${alphabets.digits}${alphabets.letters}`;
  return value < 62 ? (digits[value] ?? "") : inBase62(Math.floor(value / 62)) + (digits[value % 62] ?? "");
}
