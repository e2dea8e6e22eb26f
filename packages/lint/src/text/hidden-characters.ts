import type { CheckCode } from "../check-catalogue.ts";
import { classifyCharacter } from "./intended-characters.ts";
import type { SourceText } from "../source/source-text.ts";
import type { Replacement, TextMatch } from "./text-match.ts";

/** All suspicious characters in one class. Most files contain none and need no further check. */
const suspicious = /[\p{Default_Ignorable_Code_Point}\p{Cc}\p{Zl}\p{Zp}\p{Co}\uFFF9-\uFFFC](?<![\t\n\r])/gu;

/** The diagnostic codes by ranges of code points. The first matching range applies. */
const kinds: readonly (readonly [code: CheckCode, first: number, last: number])[] = [
  ["text/soft-hyphen", 0xad, 0xad],
  ["text/control-character", 0, 0x9f],
  ["text/control-character", 0x2028, 0x2029],
  ["text/direction-mark", 0x61c, 0x61c],
  ["text/direction-mark", 0x200e, 0x200f],
  ["text/bidi-control", 0x202a, 0x202e],
  ["text/bidi-control", 0x2066, 0x2069],
  ["text/byte-order-mark", 0xfeff, 0xfeff],
  ["text/variation-selector", 0x180b, 0x180d],
  ["text/variation-selector", 0x180f, 0x180f],
  ["text/variation-selector", 0xfe00, 0xfe0f],
  ["text/private-use", 0xe000, 0xf8ff],
  ["text/variation-selector", 0xe0100, 0xe01ef],
  ["text/hidden-message", 0xe0000, 0xe007f],
  ["text/invisible-character", 0, 0xe0fff],
  ["text/private-use", 0xf0000, 0x10ffff],
];

const names: Readonly<Record<number, string>> = {
  0x00: "null",
  0x08: "backspace",
  0x0b: "vertical tab",
  0x0c: "form feed",
  0x1b: "escape",
  0x7f: "delete",
  0x85: "next line",
  0x61c: "Arabic letter mark",
  0x200b: "zero width space",
  0x200c: "zero width non-joiner",
  0x200d: "zero width joiner",
  0x200e: "left-to-right mark",
  0x200f: "right-to-left mark",
  0x2028: "line separator",
  0x2029: "paragraph separator",
  0x202a: "left-to-right embedding",
  0x202b: "right-to-left embedding",
  0x202c: "pop directional formatting",
  0x202d: "left-to-right override",
  0x202e: "right-to-left override",
  0x2060: "word joiner",
  0x2066: "left-to-right isolate",
  0x2067: "right-to-left isolate",
  0x2068: "first strong isolate",
  0x2069: "pop directional isolate",
  0x3164: "Hangul filler",
};

/**
 * Finds characters that users do not see but agents read: zero-width characters, tags, direction controls and other
 * controls, variation selectors without effect, and private use characters. Accepts emoji, flags, and joiners and marks
 * that scripts need.
 */
export function findHiddenCharacters({ text }: SourceText): TextMatch[] {
  const matches: TextMatch[] = [];
  for (const run of findRuns(text)) {
    const characters = Array.from(text.slice(run.start, run.end), (character) => character.codePointAt(0) as number);
    const message = run.code === "text/private-use" ? undefined : decodeHidden(characters);
    const code = message === undefined ? run.code : "text/hidden-message";
    matches.push({
      code,
      start: run.start,
      end: run.end,
      message: message ?? describe(code, characters),
      replacement: replacementFor(code, characters),
    });
  }
  return matches;
}

interface Run {
  readonly code: CheckCode;
  readonly start: number;
  end: number;
}

function findRuns(text: string): Run[] {
  const runs: Run[] = [];
  for (const { index, 0: character } of text.matchAll(suspicious)) {
    const last = runs.at(-1);
    const codePoint = character.codePointAt(0) as number;
    const kind = kinds.find(([, first, end]) => first <= codePoint && codePoint <= end)?.[0] ?? "text/invisible-character";
    const code = classifyCharacter(text, index, codePoint, kind);
    if (code === undefined) continue;
    if (last?.end === index && last.code === code) last.end += character.length;
    else runs.push({ code, start: index, end: index + character.length });
  }
  return runs;
}

function describe(code: CheckCode, characters: readonly number[]): string {
  const shown = [...new Set(characters)].slice(0, 3).map(nameOf).join(", ");
  const noun = nouns[code] ?? "invisible character";
  const more = new Set(characters).size > 3 ? ", …" : "";
  return characters.length === 1
    ? `The text contains ${/^[aeiou]/.test(noun) ? "an" : "a"} ${noun}: ${shown}.`
    : `The text contains ${characters.length} ${noun}s in a row: ${shown}${more}.`;
}

const nouns: Partial<Record<CheckCode, string>> = {
  "text/bidi-control": "bidirectional control character",
  "text/direction-mark": "direction mark",
  "text/variation-selector": "variation selector",
  "text/soft-hyphen": "soft hyphen",
  "text/byte-order-mark": "byte order mark",
  "text/private-use": "private use character",
  "text/control-character": "control character",
};

function nameOf(codePoint: number): string {
  const number = `U+${codePoint.toString(16).toUpperCase().padStart(4, "0")}`;
  const name = names[codePoint];
  return name === undefined ? number : `${number} (${name})`;
}

function replacementFor(code: CheckCode, characters: readonly number[]): Replacement {
  // Some programs treat these as line breaks.
  if (characters.some((one) => one === 0x85 || one === 0x2028 || one === 0x2029)) {
    return { title: "Replace it with a line break", text: "\n", safe: false };
  }
  const title = characters.length === 1 ? "Remove the character" : "Remove the characters";
  return { title, text: "", safe: code !== "text/private-use" && code !== "text/direction-mark" };
}

const maxShown = 200;

/** Decodes the text that invisible characters encode: tags are ASCII characters, variation selectors are bytes. */
function decodeHidden(characters: readonly number[]): string | undefined {
  const tags = characters.filter((one) => one >= 0xe0020 && one <= 0xe007e).map((one) => one - 0xe0000);
  if (tags.length > 0) return `Invisible tag characters spell ${quote(tags)}.`;
  const bytes = characters.flatMap(byteOf);
  if (bytes.length < 2) return undefined;
  return isReadable(bytes)
    ? `Invisible variation selectors spell ${quote(bytes)}.`
    : `${bytes.length} variation selectors in a row contain hidden data.`;
}

/** The byte that a variation selector encodes: its position in the order of Unicode. */
function byteOf(codePoint: number): number[] {
  if (codePoint >= 0xfe00 && codePoint <= 0xfe0f) return [codePoint - 0xfe00];
  if (codePoint >= 0xe0100 && codePoint <= 0xe01ef) return [codePoint - 0xe0100 + 16];
  return [];
}

function isReadable(bytes: readonly number[]): boolean {
  return bytes.every((byte) => (byte >= 0x20 && byte < 0x7f) || byte === 0x0a);
}

function quote(bytes: readonly number[]): string {
  const text = String.fromCodePoint(...bytes.slice(0, maxShown)).replaceAll("\n", " ");
  return `"${text}${bytes.length > maxShown ? "…" : ""}"`;
}
