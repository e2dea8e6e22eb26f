export type CharacterKind = (typeof characterKinds)[keyof typeof characterKinds];

/**
 * - `other`: separates words.
 * - `lower`: a letter without case, or in lower case.
 * - `pair`: a character of Chinese, Japanese or Korean, which are indexed as pairs of characters.
 * - `triple`: a character of Thai, Lao, Khmer or Myanmar, which are indexed as triples of characters.
 */
export const characterKinds = { other: 1, lower: 2, upper: 3, digit: 4, mark: 5, pair: 6, triple: 7 } as const;

const basicPlane = new Uint8Array(0x1_0000);

/** The kind of a character. Unpaired surrogates are `other`. Kinds beyond the basic plane are not stored. */
export function kindOf(codePoint: number): CharacterKind {
  return (basicPlane[codePoint] ||= classify(codePoint)) as CharacterKind;
}

// The marks U+3099 and U+309A belong to kana, and the prolonged sound mark U+30FC to both kana scripts.
const pairScripts =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\p{Script=Bopomofo}\u3099\u309a\u30fc]/u;
const tripleScripts = /[\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}]/u;

function classify(codePoint: number): CharacterKind {
  const character = String.fromCodePoint(codePoint);
  if (!/[\p{L}\p{N}\p{M}]/u.test(character)) return characterKinds.other;
  if (/\p{N}/u.test(character) && !/\p{Script=Han}/u.test(character)) return characterKinds.digit;
  if (pairScripts.test(character)) return characterKinds.pair;
  if (tripleScripts.test(character)) return characterKinds.triple;
  if (/\p{M}/u.test(character)) return characterKinds.mark;
  return /[\p{Lu}\p{Lt}]/u.test(character) ? characterKinds.upper : characterKinds.lower;
}
