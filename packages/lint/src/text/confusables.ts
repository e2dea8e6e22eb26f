/** For each ASCII letter, the letters of other scripts that look the same in most fonts. From Unicode's confusables. */
const lookalikes: Readonly<Record<string, string>> = {
  a: "аɑ",
  c: "сϲ",
  d: "ԁ",
  e: "е",
  h: "һ",
  i: "іɩ",
  j: "јϳ",
  o: "оοօ",
  p: "рρ",
  q: "ԛ",
  s: "ѕ",
  u: "ս",
  v: "ѵν",
  w: "ԝ",
  x: "х",
  y: "уγ",
  A: "АΑ",
  B: "ВΒ",
  C: "СϹ",
  E: "ЕΕ",
  H: "НΗ",
  I: "ІΙ",
  J: "Ј",
  K: "КΚ",
  M: "МΜ",
  N: "Ν",
  O: "ОΟ",
  P: "РΡ",
  S: "Ѕ",
  T: "ТΤ",
  X: "ХΧ",
  Y: "УΥ",
  Z: "Ζ",
};

const asciiOf: ReadonlyMap<string, string> = new Map(
  Object.entries(lookalikes).flatMap(([letter, others]) => [...others].map((other) => [other, letter] as const)),
);

/** Converts lookalike letters of a word to ASCII. Undefined if it has none, or a letter that does not look like an ASCII letter. */
export function asciiLookalike(word: string): string | undefined {
  let ascii = "";
  for (const letter of word) {
    const plain = letter <= "\u007F" ? letter : asciiOf.get(letter);
    if (plain === undefined) return undefined;
    ascii += plain;
  }
  return ascii === word ? undefined : ascii;
}
