/** Consecutive texts of one request. */
export interface Batch {
  /** The index of the first text in the call. */
  readonly start: number;
  readonly texts: readonly string[];
}

/**
 * Splits texts into batches of at most `maxTexts` texts and `maxCharacters` characters (UTF-16 code units), in order. A longer text is a batch of its own;
 * no text is cut.
 */
export function splitIntoBatches(texts: readonly string[], maxTexts: number, maxCharacters: number): readonly Batch[] {
  const batches: { start: number; texts: string[] }[] = [];
  let characters = 0;
  for (const [at, text] of texts.entries()) {
    const last = batches.at(-1);
    if (last === undefined || last.texts.length >= maxTexts || characters + text.length > maxCharacters) {
      batches.push({ start: at, texts: [text] });
      characters = text.length;
    } else {
      last.texts.push(text);
      characters += text.length;
    }
  }
  return batches;
}
