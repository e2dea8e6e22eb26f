/**
 * Splits a line into words as a shell does: at white space outside quotes; a backslash escapes the next character,
 * except in single quotes. A quote that is not closed ends with the line.
 */
export function splitWords(line: string): readonly string[] {
  const words: string[] = [];
  let word: string | undefined;
  let quote = "";
  for (let at = 0; at < line.length; at += 1) {
    const character = line[at] ?? "";
    if (quote === "" && /\s/.test(character)) {
      if (word !== undefined) words.push(word);
      word = undefined;
    } else if (character === quote) {
      quote = "";
    } else if (quote === "" && (character === '"' || character === "'")) {
      quote = character;
      word ??= "";
    } else {
      if (character === "\\" && quote !== "'" && at + 1 < line.length) at += 1;
      word = (word ?? "") + (line[at] ?? "");
    }
  }
  if (word !== undefined) words.push(word);
  return words;
}
