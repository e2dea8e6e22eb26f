/** Groups of an ASCII letter and letters of other scripts that look the same. From Unicode's confusables. */
const lookalikes =
  "aаɑ cсϲ dԁ eе hһ iіɩ jјϳ oоοօ pрρ qԛ sѕ uս vѵν wԝ xх yуγ  AАΑ BВΒ CСϹ EЕΕ HНΗ IІΙ JЈ KКΚ MМΜ NΝ OОΟ PРΡ SЅ TТΤ XХΧ YУΥ ZΖ";

const asciiOf: ReadonlyMap<string, string> = new Map(
  lookalikes.split(" ").flatMap(([ascii = "", ...others]) => others.map((other) => [other, ascii] as const)),
);

/** Converts lookalike letters of a word to ASCII. Undefined if there are none, or if a letter looks like no ASCII one. */
export function asciiLookalike(word: string): string | undefined {
  let ascii = "";
  for (const letter of word) {
    const plain = letter <= "\u007F" ? letter : asciiOf.get(letter);
    if (plain === undefined) return undefined;
    ascii += plain;
  }
  return ascii === word ? undefined : ascii;
}
