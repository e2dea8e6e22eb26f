const table = Uint32Array.from({ length: 256 }, (_, byte) => {
  let rest = byte;
  for (let bit = 0; bit < 8; bit += 1) rest = rest & 1 ? (rest >>> 1) ^ 0xedb88320 : rest >>> 1;
  return rest;
});

/** Returns the CRC-32 (IEEE 802.3) of an ASCII text, as an unsigned integer. */
export function crc32(text: string): number {
  let sum = 0xffffffff;
  for (let at = 0; at < text.length; at += 1) sum = (sum >>> 8) ^ (table[(sum ^ text.charCodeAt(at)) & 0xff] as number);
  return ~sum >>> 0;
}

const digits = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz";

/**
 * Whether the last six characters of a token are the CRC-32, in base 62, of the characters between its prefix and them:
 * the format of GitHub (`ghp_…`) and npm (`npm_…`). The prefix ends with the last `_`.
 */
export function hasTokenChecksum(token: string): boolean {
  const body = token.slice(token.lastIndexOf("_") + 1);
  if (!/^[0-9A-Za-z]{7,}$/.test(body)) return false;
  let sum = 0;
  for (const digit of body.slice(-6)) sum = sum * 62 + digits.indexOf(digit);
  return sum === crc32(body.slice(0, -6));
}
