/** What is shown of a hidden text, in characters. */
const maxShown = 200;

/**
 * Reads what a run of characters that nobody sees spells: tags stand for ASCII characters one by one, and variation selectors for bytes.
 *
 * @returns a sentence with the text in it, or undefined where the characters hide no text.
 */
export function decodeHidden(characters: readonly number[]): string | undefined {
  const tags = characters.filter((one) => one >= 0xe0020 && one <= 0xe007e).map((one) => one - 0xe0000);
  if (tags.length > 0) return `Tag characters that nobody sees spell ${quote(tags)}.`;
  const bytes = characters.flatMap(byteOf);
  if (bytes.length < 2) return undefined;
  return isReadable(bytes)
    ? `Variation selectors that nobody sees spell ${quote(bytes)}.`
    : `${bytes.length} variation selectors in a row hold data that nobody sees.`;
}

/** The byte that a variation selector stands for, in the order in which Unicode lists them. */
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
