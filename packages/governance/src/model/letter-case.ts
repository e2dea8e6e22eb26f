const capital = (word: string): string => word.charAt(0).toUpperCase() + word.slice(1);

/** The letter cases of placeholders, as in `{name:snake_case}`. */
export const letterCases: Readonly<Record<string, (text: string) => string>> = {
  lower: (text) => text.toLowerCase(),
  upper: (text) => text.toUpperCase(),
  trim: (text) => text.trim(),
  snake_case: (text) => splitWords(text).join("_"),
  UPPER_CASE: (text) => splitWords(text).join("_").toUpperCase(),
  "kebab-case": (text) => splitWords(text).join("-"),
  camelCase: (text) =>
    splitWords(text)
      .map((word, at) => (at === 0 ? word : capital(word)))
      .join(""),
  PascalCase: (text) => splitWords(text).map(capital).join(""),
};

/** Splits a name into lower-case words: `parse_Data`, `parseData` and `ParseDATA` all become `parse` and `data`. */
function splitWords(text: string): readonly string[] {
  return text
    .replace(/(\p{Ll}|\d)(\p{Lu})/gu, "$1 $2")
    .replace(/(\p{Lu})(\p{Lu}\p{Ll})/gu, "$1 $2")
    .split(/[^\p{L}\p{N}]+/u)
    .filter((word) => word !== "")
    .map((word) => word.toLowerCase());
}
