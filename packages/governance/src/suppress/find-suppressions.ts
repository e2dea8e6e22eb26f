import { TextLines } from "../evaluate/text-lines.ts";

/** A comment that accepts violations: `precept-ignore ID -- reason`. */
export interface Suppression {
  readonly ids: readonly string[];
  /** Empty where none is given. */
  readonly reason: string;
  /** Where `precept-ignore` stands, both from 1. */
  readonly line: number;
  readonly column: number;
  /** The lines that it is about: its own, and the one behind it where it has its line to itself. */
  readonly lines: readonly number[];
}

const marker = "precept-ignore";

/**
 * A comment of whatever language begins with some sign directly before the marker, or with a word that opens comments. Quotes are strings,
 * except for one at the beginning of a line with a space behind it, as in Vim and Visual Basic.
 */
const comment = /(?:(?:[^\w\s"'`]{1,6}|\b(?:rem|REM|dnl))[ \t]*|^[ \t]*["'][ \t]+)precept-ignore(?![\w(-])(?<rest>.*)/;

/** What ends a comment before its line does. Nothing in it repeats without end, since the text may be anybody's. */
const closer = /\*{1,3}\/\}?|-{2,4}>|#\}|-{0,3}\}\}|-{0,3}%>|\*\)|\]\]|"""|'''/;

const onlyCloser = new RegExp(`^\\s*(?:${closer.source})\\s*$`);

/** Finds the suppressions in a text, in comments of any language. */
export function findSuppressions(text: string): readonly Suppression[] {
  if (!text.includes(marker)) return [];
  const lines = new TextLines(text);
  const found: Suppression[] = [];
  const alone = new Set<number>();
  for (let line = 1; line <= lines.count; line += 1) {
    const written = lines.textOf(line);
    const match = written.includes(marker) ? comment.exec(written) : null;
    if (match === null) continue;
    const { rest = "" } = match.groups ?? {};
    const end = closer.exec(rest);
    const behind = end === null ? "" : rest.slice(end.index + end[0].length);
    if (!/[^\s]/.test(written.slice(0, match.index).replace(/^[^\w]*$/, "") + behind)) alone.add(line);
    const column = written.indexOf(marker, match.index) + 1;
    found.push({ ...readSuppression(end === null ? rest : rest.slice(0, end.index)), line, column, lines: [line] });
  }
  return found.map((one) => (alone.has(one.line) ? { ...one, lines: [one.line, lineBehind(one.line)] } : one));

  /** The next line that is neither another suppression nor the end of the comment. */
  function lineBehind(line: number): number {
    let next = line + 1;
    while (alone.has(next) || onlyCloser.test(lines.textOf(next))) next += 1;
    return next;
  }
}

/** `ID, ID -- reason`. */
function readSuppression(written: string): Pick<Suppression, "ids" | "reason"> {
  const [named = "", ...reasons] = ` ${written} `.split(/(?<=\s)--+(?=\s)/);
  const ids = named.split(/[\s,:]+/).filter((id) => id !== "");
  return { ids, reason: reasons.join("--").trim() };
}
