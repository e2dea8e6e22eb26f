import { formatNumber } from "@precept/core";

/** `1 rule`, `2 rules`; `2 policies` if the plural is given. */
export function count(number: number, noun: string, nouns = `${noun}s`): string {
  return `${formatNumber(number)} ${number === 1 ? noun : nouns}`;
}

/** Ends each line with a line break. */
export function asLines(lines: Iterable<string>): string {
  return Array.from(lines, (line) => `${line}\n`).join("");
}

/**
 * Characters that a terminal acts on or does not show: control characters, marks and overrides of text direction, zero-width and other ignorable
 * characters, line and paragraph separators, and lone surrogates.
 */
const unprintable = /[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}]/u;

/** Matches emoji first, since they contain such characters as joiners and selectors. Compiled on first use: the set is large and rarely needed. */
let emojiOrUnprintable: RegExp | undefined;

export function hasUnprintable(text: string): boolean {
  return unprintable.test(text);
}

/**
 * Escapes the characters that a terminal acts on or does not show, as JSON does: `\u202e`, `\n`. Names, paths and messages come from untrusted files
 * and must not move the cursor, forge a line or hide what they are. A tab becomes a space; emoji are not changed.
 */
export function printable(text: string): string {
  if (!unprintable.test(text)) return text;
  emojiOrUnprintable ??= new RegExp(String.raw`\p{RGI_Emoji}|${unprintable.source}`, "gv");
  return text.replace(emojiOrUnprintable, (match) => (/^.$/su.test(match) && unprintable.test(match) ? escaped(match) : match));
}

const shortEscapes: Readonly<Record<string, string>> = { "\t": " ", "\n": "\\n", "\r": "\\r" };

function escaped(character: string): string {
  const code = character.codePointAt(0) ?? 0;
  return shortEscapes[character] ?? (code > 0xffff ? `\\u{${code.toString(16)}}` : escapedUnit(character));
}

function escapedUnit(unit: string): string {
  return `\\u${unit.charCodeAt(0).toString(16).padStart(4, "0")}`;
}

/** Prints JSON in which the characters that {@link printable} escapes are escaped: the same data, and safe to show in a terminal. */
export function printJson(value: unknown, space?: number): string {
  return JSON.stringify(value, undefined, space).replace(new RegExp(unprintable, "gu"), (character) =>
    character === "\n"
      ? character
      : Array.from({ length: character.length }, (_, at) => escapedUnit(character.charAt(at))).join(""),
  );
}
