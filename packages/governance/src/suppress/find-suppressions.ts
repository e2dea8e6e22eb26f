import { TextLines } from "../model/text-lines.ts";

/** A comment that accepts violations: `precept-ignore ID -- reason`. */
export interface Suppression {
  readonly ids: readonly string[];
  /** Empty if the comment gives none. */
  readonly reason: string;
  /** The position of `precept-ignore`. Both from 1. */
  readonly line: number;
  readonly column: number;
  /** The lines that it applies to: its own, and the next one if the comment is alone on its line. */
  readonly lines: readonly number[];
}

const marker = "precept-ignore";

/**
 * A comment in any language: punctuation, or a comment keyword, directly before the marker. A quote begins a string,
 * except at the start of a line and before a space, as in Vim script and Visual Basic.
 */
const comment = /(?:(?:[^\w\s"'`]{1,6}|\b(?:rem|REM|dnl))[ \t]*|^[ \t]*["'][ \t]+)precept-ignore(?![\w(-])(?<rest>.*)/;

/** Ends a comment before its line ends. Runs on untrusted text, so it has no unbounded repetition. */
const closer = /\*{1,3}\/\}?|-{2,4}>|#\}|-{0,3}\}\}|-{0,3}%>|\*\)|\]\]|"""|'''/;

const onlyCloser = new RegExp(`^\\s*(?:${closer.source})\\s*$`);

/** Finds the suppressions in a text, in comments of any language. */
export function findSuppressions(text: string): readonly Suppression[] {
  if (!text.includes(marker)) return [];
  const lines = new TextLines(text);
  const suppressions: Suppression[] = [];
  const aloneOnLine = new Set<number>();
  for (let line = 1; line <= lines.count; line += 1) {
    const content = lines.textOf(line);
    const match = content.includes(marker) ? comment.exec(content) : null;
    if (match === null) continue;
    const { rest = "" } = match.groups ?? {};
    const end = closer.exec(rest);
    const after = end === null ? "" : rest.slice(end.index + end[0].length);
    if (!/[^\s]/.test(content.slice(0, match.index).replace(/^[^\w]*$/, "") + after)) aloneOnLine.add(line);
    const column = content.indexOf(marker, match.index) + 1;
    suppressions.push({ ...parseSuppression(end === null ? rest : rest.slice(0, end.index)), line, column, lines: [line] });
  }
  return suppressions.map((suppression) => {
    const { line } = suppression;
    return aloneOnLine.has(line) ? { ...suppression, lines: [line, nextCodeLine(line)] } : suppression;
  });

  /** Returns the next line that is neither another suppression nor the end of the comment. */
  function nextCodeLine(line: number): number {
    let next = line + 1;
    while (aloneOnLine.has(next) || onlyCloser.test(lines.textOf(next))) next += 1;
    return next;
  }
}

/** Parses `ID, ID -- reason`. */
function parseSuppression(written: string): Pick<Suppression, "ids" | "reason"> {
  const [named = "", ...reasons] = ` ${written} `.split(/(?<=\s)--+(?=\s)/);
  const ids = named.split(/[\s,:]+/).filter((id) => id !== "");
  return { ids, reason: reasons.join("--").trim() };
}
