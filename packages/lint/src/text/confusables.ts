/** Groups of an ASCII letter and the letters of other scripts that look the same in most fonts. From Unicode's confusables. */
const lookalikes =
  "aаɑ cсϲ dԁ eе hһ iіɩ jјϳ oоοօ pрρ qԛ sѕ uս vѵν wԝ xх yуγ  AАΑ BВΒ CСϹ EЕΕ HНΗ IІΙ JЈ KКΚ MМΜ NΝ OОΟ PРΡ SЅ TТΤ XХΧ YУΥ ZΖ";

const asciiOf: ReadonlyMap<string, string> = new Map(
  lookalikes.split(" ").flatMap(([ascii = "", ...others]) => others.map((other) => [other, ascii] as const)),
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
