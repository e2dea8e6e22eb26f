import { holdsStrings } from "./parse-pattern.ts";

/** Characters by their numbers, both ends included. */
export type Range = readonly [first: number, last: number];

/** A pattern has few different classes; each is asked for all characters there are. */
const maxClasses = 100;

/** The characters that parts of a pattern match, asked of V8 itself, so that case and Unicode are what they are in the pattern. */
export class CharacterRanges {
  readonly #flags: string;
  readonly #isUnicode: boolean;
  readonly #known = new Map<string, readonly Range[]>();

  constructor(flags: string) {
    this.#flags = `${flags.replaceAll("m", "")}g`;
    this.#isUnicode = /[uv]/.test(flags);
  }

  /**
   * @param raw a class, an escape or a single character, as it is written.
   * @returns undefined for a set that may hold strings of several characters, and in a pattern with too many classes.
   */
  of(raw: string): readonly Range[] | undefined {
    const known = this.#known.get(raw);
    if (known !== undefined) return known;
    if (this.#known.size >= maxClasses || holdsStrings(raw)) return undefined;
    const ranges = this.#find(raw);
    this.#known.set(raw, ranges);
    return ranges;
  }

  #find(raw: string): readonly Range[] {
    // A run of neighbours is one match.
    const runs = allCharacters(this.#isUnicode).match(new RegExp(`(?:${raw})+`, this.#flags)) ?? [];
    return runs.map((run) => [codeAt(run, 0, this.#isUnicode), codeAt(run, run.length - 1, this.#isUnicode)]);
  }
}

/** A class in the syntax of RE2. */
export function formatRanges(ranges: readonly Range[]): string {
  // RE2 has no empty class; this one is empty too.
  if (ranges.length === 0) return String.raw`[^\x{0}-\x{10ffff}]`;
  return `[${ranges.map(([first, last]) => `${format(first)}-${format(last)}`).join("")}]`;
}

/** Whether all characters from `first` to `last` are in the ranges. */
export function hasRange(ranges: readonly Range[], first: number, last: number = first): boolean {
  return ranges.some(([from, to]) => from <= first && last <= to);
}

/** The character that a unit is, or is a half of. */
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

/** Every character once, ascending. Two halves of a pair would be one character: with `u` they are left out. */
function allCharacters(isUnicode: boolean): string {
  let text = everyCharacter.get(isUnicode);
  if (text === undefined) {
    const [first, second] = isUnicode ? [0xd800, 0x110000] : [0x10000, 0];
    text = "";
    for (let code = 0; code < first; code += 1) text += String.fromCodePoint(code);
    for (let code = 0xe000; code < second; code += 1) text += String.fromCodePoint(code);
    everyCharacter.set(isUnicode, text);
  }
  return text;
}
