import type { CheckCode } from "../check-catalogue.ts";

/** Scripts in which joiners and non-joiners change the form of letters. */
const joining =
  /[\p{Script_Extensions=Arabic}\p{Script=Syriac}\p{Script=Nko}\p{Script=Mandaic}\p{Script=Mongolian}\p{Script=Devanagari}\p{Script=Bengali}\p{Script=Gurmukhi}\p{Script=Gujarati}\p{Script=Oriya}\p{Script=Tamil}\p{Script=Telugu}\p{Script=Kannada}\p{Script=Malayalam}\p{Script=Sinhala}\p{Script=Myanmar}\p{Script=Khmer}\p{Script=Tibetan}]/u;
/** Scripts without spaces between words, which use the zero width space as a word boundary. */
const unspaced =
  /[\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}\p{Script=Tibetan}\p{Script=Balinese}\p{Script=Javanese}]/u;
const rightToLeft = /[\p{Script=Hebrew}\p{Script=Arabic}\p{Script=Syriac}\p{Script=Thaana}\p{Script=Nko}]/u;
/** An emoji, with a skin tone or an emoji variation selector, before a joiner. */
const pictureBefore = /\p{Extended_Pictographic}(?:\p{Emoji_Modifier}|\uFE0F)?$/u;
const pictureAfter = /^\p{Extended_Pictographic}/u;
/** The flag of a subdivision: a black flag, letters as tags, and a cancel tag. */
const flagBefore = /\u{1F3F4}[\u{E0030}-\u{E0039}\u{E0061}-\u{E007A}]{0,6}$/u;
const flagAfter = /^[\u{E0030}-\u{E0039}\u{E0061}-\u{E007A}]{0,6}\u{E007F}/u;

/** The distance in characters within which a direction mark can have an effect. */
const directionMarkReach = 40;

interface CharacterContext {
  readonly at: number;
  readonly codePoint: number;
  readonly before: string;
  readonly after: string;
}

/** By code, whether a character is intended in its context. Characters of other codes are never intended. */
const isIntended: Partial<Record<CheckCode, (character: CharacterContext) => boolean>> = {
  "text/byte-order-mark": ({ at }) => at === 0,
  "text/hidden-message": ({ codePoint, before, after }) =>
    flagBefore.test(before) && (codePoint === 0xe007f ? before.length > 2 : flagAfter.test(after)),
  "text/variation-selector": ({ before, codePoint }) => canVary(lastOf(before), codePoint),
  "text/invisible-character": isJoiner,
};

/** Classifies an invisible character of a kind by its context. Undefined if it is intended. */
export function classifyCharacter(text: string, at: number, codePoint: number, kind: CheckCode): CheckCode | undefined {
  const end = at + (codePoint > 0xffff ? 2 : 1);
  if (kind === "text/direction-mark") {
    // Without the mark itself: U+061C counts as an Arabic character.
    const around = text.slice(Math.max(0, at - directionMarkReach), at) + text.slice(end, end + directionMarkReach);
    return rightToLeft.test(around) ? kind : "text/invisible-character";
  }
  const character = {
    at,
    codePoint,
    before: text.slice(Math.max(0, at - contextLength), at),
    after: text.slice(end, end + contextLength),
  };
  return isIntended[kind]?.(character) === true ? undefined : kind;
}

/** How many code units before and after a character belong to its context. */
const contextLength = 16;

function canVary(before: string, codePoint: number): boolean {
  if (codePoint === 0xfe0e || codePoint === 0xfe0f) return /[\p{Emoji}\p{S}]/u.test(before);
  if (codePoint >= 0xfe00 && codePoint <= 0xfe0d)
    return /[\p{S}\p{Script=Han}\p{Script=Myanmar}\p{Script=Phags_Pa}]/u.test(before);
  if (codePoint < 0xfe00) return /\p{Script=Mongolian}/u.test(before);
  return /\p{Script=Han}/u.test(before);
}

function isJoiner({ before, after, codePoint }: CharacterContext): boolean {
  if (codePoint === 0x200d && pictureBefore.test(before) && pictureAfter.test(after)) return true;
  const neighbours = lastOf(before) + firstOf(after);
  if (codePoint === 0x200b) return unspaced.test(neighbours);
  if (codePoint === 0x200c || codePoint === 0x200d) return joining.test(neighbours) && !/[\u200B-\u200D\u2060]/.test(neighbours);
  return false;
}

function lastOf(text: string): string {
  return [...text].at(-1) ?? "";
}

function firstOf(text: string): string {
  return text === "" ? "" : String.fromCodePoint(text.codePointAt(0) as number);
}
