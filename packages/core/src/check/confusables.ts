/** Letters of other scripts that look like an ASCII letter, below it. From Unicode's confusables, those that are the same in most fonts. */
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

/** The word in ASCII letters, where each of its other letters looks like one; undefined where one of them does not, or there are none. */
export function asciiLookalike(word: string): string | undefined {
  let ascii = "";
  for (const letter of word) {
    const plain = letter <= "\u007F" ? letter : asciiOf.get(letter);
    if (plain === undefined) return undefined;
    ascii += plain;
  }
  return ascii === word ? undefined : ascii;
}
