import type { Style } from "./style.ts";

/** A character or a colour code. */
interface Unit {
  readonly text: string;
  /** Columns on the screen: 0, 1 or 2. */
  readonly width: number;
  /** The number of the colour code, if it is one. */
  readonly colour?: number;
}

/** How many columns a text takes on the screen. Colour codes take none. */
export function displayWidth(text: string): number {
  if (/^[ -~]*$/.test(text)) return text.length;
  return unitsOf(text).reduce((total, { width }) => total + width, 0);
}

/**
 * Breaks a text into lines of at most `width` columns: at spaces if possible, else after a separator of a path or list, else between any two
 * characters. Only spaces at a break are removed. Continuation lines repeat the indentation of the text, plus `hang` spaces; colours continue.
 *
 * @returns at least one line.
 */
export function wrapText(text: string, width: number, hang = 0): readonly string[] {
  if (displayWidth(text) <= width) return [text];
  const units = unitsOf(text);
  const firstWord = Math.max(
    0,
    units.findIndex((unit) => unit.text !== " " && unit.colour === undefined),
  );
  const indent = units.slice(0, firstWord).filter((unit) => unit.text === " ").length;
  const margin = " ".repeat(Math.min(indent + hang, Math.floor(width / 2)));
  const lines: Unit[][] = [];
  let start = 0;
  while (start < units.length) {
    const isFirst = lines.length === 0;
    const end = findBreak(units, isFirst ? firstWord : start, start, isFirst ? width : width - margin.length);
    lines.push(units.slice(start, end));
    start = end;
    while (units[start]?.text === " ") start += 1;
  }
  return continueColours(lines).map((line, at) => (at === 0 ? line : margin + line));
}

/** {@link wrapText} to the width of the terminal. Does nothing if the output is not a terminal. */
export function wrapLine(line: string, { width }: Pick<Style, "width">, hang = 0): readonly string[] {
  return width === undefined ? [line] : wrapText(line, width, hang);
}

/** Wraps the lines of a view, with further lines indented by four spaces. A line may have line breaks in it. */
export function wrapLines(lines: readonly string[], style: Pick<Style, "width">): string[] {
  return lines.flatMap((line) => line.split("\n")).flatMap((line) => wrapLine(line, style, 4));
}

/**
 * Finds the end, exclusive, of the line that begins at `start`.
 *
 * @param firstWord the unit after the indentation; the line is not broken before it.
 */
function findBreak(units: readonly Unit[], firstWord: number, start: number, width: number): number {
  let used = 0;
  let afterSpace: number | undefined;
  let afterSeparator: number | undefined;
  for (let at = start; at < units.length; at += 1) {
    const unit = units[at];
    if (unit === undefined) break;
    if (unit.text === " " && at > firstWord) afterSpace = at + 1;
    else if (used + unit.width > width) return afterSpace ?? afterSeparator ?? Math.max(at, start + 1);
    used += unit.width;
    if (at > firstWord && /^[/,;|_-]$/.test(unit.text)) afterSeparator = at + 1;
  }
  return units.length;
}

/** Ends open colours at the end of each line and starts them again in the next. */
function continueColours(lines: readonly (readonly Unit[])[]): readonly string[] {
  let open: readonly number[] = [];
  return lines.map((line) => {
    const opening = open.map(colourCode).join("");
    for (const { colour } of line) if (colour !== undefined) open = openAfter(open, colour);
    const text = line.map((unit) => unit.text).join("");
    const closing = open.toReversed().map((colour) => colourCode(closingOf(colour)));
    return opening + text.trimEnd() + closing.join("");
  });
}

function openAfter(open: readonly number[], colour: number): readonly number[] {
  const isClosing = colour === 22 || colour === 39;
  return isClosing ? open.filter((one) => closingOf(one) !== colour) : [...open, colour];
}

/** Bold and dim are ended by another code than colours. */
function closingOf(colour: number): number {
  return colour < 30 ? 22 : 39;
}

function colourCode(colour: number): string {
  return `\u001B[${colour}m`;
}

function unitsOf(text: string): Unit[] {
  // oxlint-disable-next-line no-control-regex -- colour codes are the only control characters left: `printable` escapes all others
  const pattern = /\u001B\[(\d+)m|./gsu;
  return Array.from(text.matchAll(pattern), ([unit, colour]) =>
    colour === undefined ? { text: unit, width: widthOf(unit) } : { text: unit, width: 0, colour: Number(colour) },
  );
}

/** Combining characters take no column; East Asian characters and emoji take two. */
function widthOf(character: string): number {
  if (/[ -~]/.test(character)) return 1;
  if (/\p{Mn}/u.test(character)) return 0;
  return wide.test(character) ? 2 : 1;
}

const wide = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\p{Emoji_Presentation}\uFF01-\uFF60]/u;
