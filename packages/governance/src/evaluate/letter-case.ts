const capital = (word: string): string => word.charAt(0).toUpperCase() + word.slice(1);

/** The ways in which a placeholder can be written, as in `{name:snake_case}`. */
export const letterCases: Readonly<Record<string, (text: string) => string>> = {
  lower: (text) => text.toLowerCase(),
  upper: (text) => text.toUpperCase(),
  trim: (text) => text.trim(),
  snake_case: (text) => wordsOf(text).join("_"),
  UPPER_CASE: (text) => wordsOf(text).join("_").toUpperCase(),
  "kebab-case": (text) => wordsOf(text).join("-"),
  camelCase: (text) =>
    wordsOf(text)
      .map((word, at) => (at === 0 ? word : capital(word)))
      .join(""),
  PascalCase: (text) => wordsOf(text).map(capital).join(""),
};

/** The words of a name, in lower case: `parse_Data`, `parseData` and `ParseDATA` all are parse and data. */
function wordsOf(text: string): readonly string[] {
  return text
    .replace(/(\p{Ll}|\d)(\p{Lu})/gu, "$1 $2")
    .replace(/(\p{Lu})(\p{Lu}\p{Ll})/gu, "$1 $2")
    .split(/[^\p{L}\p{N}]+/u)
    .filter((word) => word !== "")
    .map((word) => word.toLowerCase());
}
