const table = Uint32Array.from({ length: 256 }, (_, byte) => {
  let rest = byte;
  for (let bit = 0; bit < 8; bit += 1) rest = rest & 1 ? (rest >>> 1) ^ 0xedb88320 : rest >>> 1;
  return rest;
});

/** Returns the CRC-32 (IEEE 802.3) of an ASCII text, as an unsigned integer. */
export function crc32(text: string): number {
  let sum = 0xffffffff;
  for (let at = 0; at < text.length; at += 1) sum = (sum >>> 8) ^ (table[(sum ^ text.charCodeAt(at)) & 0xff] ?? 0);
  return ~sum >>> 0;
}
