/** Returns the length of a text in UTF-16 code units (`characters`) or UTF-8 bytes. A lone surrogate has 3 bytes, as U+FFFD that encoders write for it. */
export function measureLength(text: string, unit: "characters" | "bytes"): number {
  if (unit === "characters") return text.length;
  let bytes = 0;
  for (const character of text) {
    const code = character.codePointAt(0) ?? 0;
    bytes += code < 0x80 ? 1 : code < 0x800 ? 2 : code < 0x10_000 ? 3 : 4;
  }
  return bytes;
}
