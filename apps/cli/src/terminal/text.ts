import { formatNumber } from "@precept/core";

/** `1 rule`, `2 rules`; `2 policies` where the plural is given. */
export function count(number: number, noun: string, nouns = `${noun}s`): string {
  return `${formatNumber(number)} ${number === 1 ? noun : nouns}`;
}

/** A text without what could move the cursor or colour the screen: names and paths come from other people's files. */
export function printable(text: string): string {
  return text.replace(/[\p{Cc}\p{Zl}\p{Zp}]/gu, (character) => (character === "\t" ? " " : "�"));
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
