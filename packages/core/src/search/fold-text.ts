import { stemmer } from "stemmer";

const onlyAscii = /^[\0-\u007f]*$/;

/**
 * Removes differences of writing that a search ignores: compatibility forms (full width, ligatures), accents of Latin,
 * Greek and Cyrillic, points of Hebrew and Arabic, and invisible characters. Case remains, because identifiers are
 * split at it.
 *
 * Marks that make another letter remain: voiced kana, vowel signs of Indic scripts, tone marks of Thai, and the breve
 * of Cyrillic й.
 */
export function foldMarks(text: string): string {
  if (onlyAscii.test(text)) return text;
  return (
    text
      // Normalisation sorts the marks of a letter in quadratic time. Unicode's stream-safe format allows 30.
      .replaceAll(/(\p{M}{30})\p{M}+/gu, "$1")
      .normalize("NFKD")
      .replaceAll(/[\u0300-\u0305\u0307-\u036f\u20d0-\u20ff]|(?<![иИ])\u0306/g, "")
      .replaceAll(/\u0640|[\u0591-\u05bd\u05bf\u05c1\u05c2\u05c4\u05c5\u05c7\u0610-\u061a\u064b-\u065f\u0670]/g, "")
      .replaceAll(/\u00ad|\u200c|\u200d|\u2060|\ufeff|[\ufe00-\ufe0f]/g, "")
      .normalize("NFC")
  );
}

/** Letters that differ from their base letter by more than a mark. */
const plainLetters: Readonly<Record<string, string>> = {
  ß: "ss",
  æ: "ae",
  œ: "oe",
  ø: "o",
  ð: "d",
  đ: "d",
  þ: "th",
  ħ: "h",
  ı: "i",
  ł: "l",
  ŧ: "t",
  ς: "σ",
};

/** Converts a word to lower case, and letters such as `ß` to their plain spelling. */
export function foldCase(word: string): string {
  const lower = word.toLowerCase();
  if (onlyAscii.test(lower)) return lower;
  return lower.replaceAll(/[ßæœøðđþħıłŧς]/g, (letter) => plainLetters[letter] ?? letter);
}

const maxCached = 16_384;
/** V8 copies parts of a text below 13 characters. A longer one in the cache would hold the whole text in memory. */
const maxCachedLength = 12;
const cached = new Map<string, string>();

/**
 * Reduces an English word in lower case to its stem (Porter's algorithm), so that `testing` finds `tests`. Words of
 * other languages may lose an ending that looks English, in rules and queries alike. The algorithm is repeated until
 * the stem does not change, so that a stem is its own stem.
 */
export function stemWord(word: string): string {
  if (word.length > maxCachedLength) return computeStem(word);
  const known = cached.get(word);
  if (known !== undefined) return known;
  const stem = computeStem(word);
  if (cached.size >= maxCached) cached.clear();
  cached.set(word, stem);
  return stem;
}

function computeStem(word: string): string {
  if (!/^[a-z]{3,}$/.test(word)) return word;
  const stem = stemmer(word);
  return stem === word ? stem : computeStem(stem);
}
