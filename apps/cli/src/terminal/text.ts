import { formatNumber } from "@precept/core";

/** `1 rule`, `2 rules`; `2 policies` where the plural is given. */
export function count(number: number, noun: string, nouns = `${noun}s`): string {
  return `${formatNumber(number)} ${number === 1 ? noun : nouns}`;
}

/**
 * What a terminal acts on or does not show: control characters, marks and overrides of text direction, zero-width and other ignorable characters, line
 * and paragraph separators, and lone surrogates.
 */
const unprintable = /[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}]/u;

/** Emoji consist of such characters too, as joiners and selectors. Compiled on first use: the set is large, and most texts need none of it. */
let emojiOrUnprintable: RegExp | undefined;

/** Whether {@link printable} would change a text. */
export function hasUnprintable(text: string): boolean {
  return unprintable.test(text);
}

/**
 * Escapes what a terminal acts on or does not show, as JSON does: `\u202e`, `\n`. Names, paths and messages come from other people's files, and must
 * not move the cursor, forge a line or be read as something else. A tab becomes a space; emoji stay as they are.
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

/** JSON with the characters that {@link printable} escapes written as escapes: the same data, which is also safe to show in a terminal. */
export function printJson(value: unknown, space?: number): string {
  return JSON.stringify(value, undefined, space).replace(new RegExp(unprintable, "gu"), (character) =>
    character === "\n"
      ? character
      : Array.from({ length: character.length }, (_, at) => escapedUnit(character.charAt(at))).join(""),
  );
}

/** Columns of text, each as wide as its widest cell, with two spaces between. The last one is left ragged. */
export function columns(rows: readonly (readonly string[])[]): string[] {
  const widths: number[] = [];
  for (const row of rows) {
    for (const [at, cell] of row.entries()) widths[at] = Math.max(widths[at] ?? 0, displayWidth(cell));
  }
  return rows.map((row) =>
    row
      .map((cell, at) => (at === row.length - 1 ? cell : cell + " ".repeat((widths[at] ?? 0) - displayWidth(cell))))
      .join("  ")
      .trimEnd(),
  );
}

// oxlint-disable-next-line no-control-regex -- colours are the only control characters there are: `printable` took the others
const colours = /\u001B\[\d+m/g;

function displayWidth(text: string): number {
  let width = 0;
  for (const character of text.replace(colours, "")) width += /\p{Mn}/u.test(character) ? 0 : isWide(character) ? 2 : 1;
  return width;
}

/** East Asian characters and emoji take two columns. */
function isWide(character: string): boolean {
  return /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\p{Emoji_Presentation}\uFF01-\uFF60]/u.test(
    character,
  );
}
