/** The maximum length of a hidden text in a message, in characters. */
const maxShown = 200;

/**
 * Decodes the text that a run of invisible characters encodes: each tag character is an ASCII character, each variation
 * selector a byte.
 *
 * @returns a sentence with the text; undefined if the characters encode none.
 */
export function decodeHidden(characters: readonly number[]): string | undefined {
  const tags = characters.filter((one) => one >= 0xe0020 && one <= 0xe007e).map((one) => one - 0xe0000);
  if (tags.length > 0) return `Invisible tag characters spell ${quote(tags)}.`;
  const bytes = characters.flatMap(byteOf);
  if (bytes.length < 2) return undefined;
  return isReadable(bytes)
    ? `Invisible variation selectors spell ${quote(bytes)}.`
    : `${bytes.length} variation selectors in a row contain hidden data.`;
}

/** The byte that a variation selector encodes: its position in the order of Unicode. */
function byteOf(codePoint: number): number[] {
  if (codePoint >= 0xfe00 && codePoint <= 0xfe0f) return [codePoint - 0xfe00];
  if (codePoint >= 0xe0100 && codePoint <= 0xe01ef) return [codePoint - 0xe0100 + 16];
  return [];
}

function isReadable(bytes: readonly number[]): boolean {
  return bytes.every((byte) => (byte >= 0x20 && byte < 0x7f) || byte === 0x0a);
}

function quote(bytes: readonly number[]): string {
  const text = String.fromCodePoint(...bytes.slice(0, maxShown)).replaceAll("\n", " ");
  return `"${text}${bytes.length > maxShown ? "…" : ""}"`;
}
