import type { SourceText } from "../source/source-text.ts";
import type { TextMatch } from "./text-match.ts";

/** A letter of a script with lookalikes. Most files contain none and need no further check. */
const lookalike = /[\p{Script=Cyrillic}\p{Script=Greek}\p{Script=Armenian}ɑɩ]/u;
const words = /[\p{L}\p{M}\p{N}_]+/gu;
const latin = /[A-Za-z]/;
/** A Latin word with an ending in another script, as in inflected languages: `PRа`. */
const inflectedLatin = /^[A-Za-z0-9_]+[^A-Za-z0-9_]{1,3}$/;

/**
 * Finds words that mix Latin letters with lookalikes of another script: `pаyments` with a Cyrillic `а`. In the front
 * matter and in code, also finds words that consist only of lookalikes, since ASCII is intended there. In text that is
 * written in the other script, accepts Latin words with an ending in that script.
 */
export function findMixedScripts(source: SourceText): TextMatch[] {
  const { text, bodyStart } = source;
  if (!lookalike.test(text)) return [];
  const found = [...text.matchAll(words)].filter(({ 0: word }) => lookalike.test(word));
  const isForeign = found.some(({ 0: word }) => word.length > 2 && asciiLookalike(word) === undefined && !latin.test(word));
  return found.flatMap(({ index, 0: word }): readonly TextMatch[] => {
    const ascii = asciiLookalike(word);
    if (ascii === undefined) return [];
    const isName = index < bodyStart ? !isForeign : source.isCode(index) && !isForeign;
    if (!latin.test(word) && !(isName && word.length > 2)) return [];
    if (isForeign && inflectedLatin.test(word) && !source.isCode(index) && index >= bodyStart) return [];
    return [toMatch(word, ascii, index)];
  });
}

function toMatch(word: string, ascii: string, start: number): TextMatch {
  return {
    code: "text/mixed-scripts",
    start,
    end: start + word.length,
    message: describeLookalikes(word, ascii),
    replacement: { title: `Write "${ascii}" in ASCII letters`, text: ascii, safe: false },
  };
}

export function describeLookalikes(word: string, ascii: string): string {
  const lookalikes = [...new Set(word)]
    .filter((letter) => letter > "\u007F")
    .map((letter) => `"${letter}" is ${scriptOf(letter)}`);
  return `"${word}" looks like "${ascii}" but is not: ${lookalikes.join(", ")}.`;
}

const scripts = ["Cyrillic", "Greek", "Armenian"];

function scriptOf(letter: string): string {
  const codePoint = letter.codePointAt(0) as number;
  const script = scripts.find((name) => new RegExp(`\\p{Script=${name}}`, "u").test(letter)) ?? "no ASCII letter";
  return `${script} (U+${codePoint.toString(16).toUpperCase().padStart(4, "0")})`;
}

/** Groups of an ASCII letter and letters of other scripts that look the same. From Unicode's confusables. */
const lookalikes =
  "aаɑ cсϲ dԁ eе hһ iіɩ jјϳ oоοօ pрρ qԛ sѕ uս vѵν wԝ xх yуγ  AАΑ BВΒ CСϹ EЕΕ HНΗ IІΙ JЈ KКΚ MМΜ NΝ OОΟ PРΡ SЅ TТΤ XХΧ YУΥ ZΖ";

const asciiOf: ReadonlyMap<string, string> = new Map(
  lookalikes.split(" ").flatMap(([ascii = "", ...others]) => others.map((other) => [other, ascii] as const)),
);

/** Converts a word's lookalike letters to ASCII. Undefined if there are none, or if a letter has no ASCII lookalike. */
export function asciiLookalike(word: string): string | undefined {
  let ascii = "";
  for (const letter of word) {
    const plain = letter <= "\u007F" ? letter : asciiOf.get(letter);
    if (plain === undefined) return undefined;
    ascii += plain;
  }
  return ascii === word ? undefined : ascii;
}
