/**
 * Splits texts into batches of at most `maxTexts` texts and `maxCharacters` characters (UTF-16 code units), in order. A
 * longer text is the only one of its batch; no text is cut.
 */
export function splitIntoBatches(
  texts: readonly string[],
  maxTexts: number,
  maxCharacters: number,
): readonly (readonly string[])[] {
  const batches: string[][] = [];
  let characters = 0;
  for (const text of texts) {
    const last = batches.at(-1);
    if (last === undefined || last.length >= maxTexts || characters + text.length > maxCharacters) {
      batches.push([text]);
      characters = text.length;
    } else {
      last.push(text);
      characters += text.length;
    }
  }
  return batches;
}
