/** Ways in which the bytes of a file can be damaged, from an offset on. */
export const damages = {
  flip: (content, start, bits) => content.map((byte, index) => (index === start ? byte ^ bits : byte)),
  cut: (content, start) => content.subarray(0, start),
  empty: () => new Uint8Array(0),
  noise: (content, start, bits) => content.map((byte, index) => (index < start ? byte : (byte + index * bits) & 0xff)),
} as const satisfies Readonly<Record<string, (content: Uint8Array, start: number, bits: number) => Uint8Array>>;
