import { getOrInsertComputed } from "../get-or-insert-computed.ts";
import { mayMatchStrings } from "./parse-pattern.ts";

/** A range of code points, both ends included. */
export type CodePointRange = readonly [first: number, last: number];

/** The maximum number of classes in one pattern. Each is tested against all of Unicode. */
const maxClasses = 100;

/** Returns undefined if a class may match strings of several characters, or the pattern has too many classes. */
export type RangeFinder = (raw: string) => readonly CodePointRange[] | undefined;

/** Finds the characters that a part of a pattern matches by running it in V8, so that case folding is exact. */
export function createRangeFinder(flags: string): RangeFinder {
  const ownFlags = `${flags.replaceAll("m", "")}g`;
  const isUnicode = /[uv]/.test(flags);
  const known = new Map<string, readonly CodePointRange[]>();
  return (raw) => {
    if (!known.has(raw) && (known.size >= maxClasses || mayMatchStrings(raw))) return undefined;
    return getOrInsertComputed(known, raw, () => {
      // Adjacent characters are one match.
      const runs = allCharacters(isUnicode).match(new RegExp(`(?:${raw})+`, ownFlags)) ?? [];
      return runs.map((run) => [codeAt(run, 0, isUnicode), codeAt(run, run.length - 1, isUnicode)] as const);
    });
  };
}

/** Formats ranges as a class in the syntax of RE2. */
export function formatRanges(ranges: readonly CodePointRange[]): string {
  // RE2 has no empty class. The complement of all characters is equivalent.
  if (ranges.length === 0) return String.raw`[^\x{0}-\x{10ffff}]`;
  return `[${ranges.map(([first, last]) => `${format(first)}-${format(last)}`).join("")}]`;
}

/** Whether one of the ranges contains all characters from `first` to `last`. */
export function hasRange(ranges: readonly CodePointRange[], first: number, last: number = first): boolean {
  return ranges.some(([from, to]) => from <= first && last <= to);
}

/** Returns the code point at an offset. With `u` or `v`, also for the second half of a surrogate pair. */
function codeAt(text: string, at: number, isUnicode: boolean): number {
  const unit = text.charCodeAt(at);
  if (!isUnicode) return unit;
  const isLowHalf = unit >= 0xdc00 && unit <= 0xdfff;
  return text.codePointAt(isLowHalf ? at - 1 : at) ?? unit;
}

function format(code: number): string {
  return `\\x{${code.toString(16)}}`;
}

const everyCharacter = new Map<boolean, string>();

/** Returns a text of all characters, ascending. With `u`, without surrogates, which would form pairs. */
function allCharacters(isUnicode: boolean): string {
  return getOrInsertComputed(everyCharacter, isUnicode, () => {
    const [first, second] = isUnicode ? [0xd800, 0x110000] : [0x10000, 0];
    let text = "";
    for (let code = 0; code < first; code += 1) text += String.fromCodePoint(code);
    for (let code = 0xe000; code < second; code += 1) text += String.fromCodePoint(code);
    return text;
  });
}
