/** A maximum length of a text, in UTF-16 code units (`characters`) or UTF-8 bytes. */
export interface MaxLength {
  readonly max: number;
  readonly unit: "characters" | "bytes";
}

/** Returns the length of a text in UTF-16 code units (`characters`) or UTF-8 bytes. A lone surrogate has 3 bytes. */
export function measureLength(text: string, unit: MaxLength["unit"]): number {
  if (unit === "characters") return text.length;
  let bytes = 0;
  for (const character of text) {
    const code = character.codePointAt(0) as number;
    bytes += code < 0x80 ? 1 : code < 0x800 ? 2 : code < 0x10_000 ? 3 : 4;
  }
  return bytes;
}

/** Whether a text exceeds a length. Measures only texts that are close to it: a code unit has one to three bytes. */
export function isLonger(text: string, { max, unit }: MaxLength): boolean {
  if (text.length > max) return true;
  return unit === "bytes" && text.length * 3 > max && measureLength(text, unit) > max;
}
