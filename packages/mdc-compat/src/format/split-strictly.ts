import { splitFrontMatter, type FrontMatterSplit } from "@precept/core";
import { splitAsText, splitInto } from "./split-parts.ts";

/** How strictly a tool looks for a front matter. */
export interface FenceRules {
  /** Whether a byte order mark may stand before it. Default true. */
  readonly afterMark?: boolean;
  /** Whether `...` closes it as well. Default false. */
  readonly dots?: boolean;
  /** What a front matter is that is never closed: text, as if there were no fence, or all of it header. Default `text`. */
  readonly unclosed?: "text" | "header";
  /** Whether a line that only begins with the fence closes it: `----`, `---# Title`. Default false. */
  readonly gluedClose?: boolean;
  /** Whether there is a front matter where no line stands between the fences. Default true. */
  readonly empty?: boolean;
}

/**
 * Splits a file where the tool does: the opening fence is the first line, and nothing else is a front matter. What only the tolerant reading sees is
 * text.
 */
export function splitStrictly(text: string, rules: FenceRules = {}): FrontMatterSplit {
  const mark = text.startsWith("\uFEFF") ? "\uFEFF" : "";
  const rest = text.slice(mark.length);
  if (mark !== "" && rules.afterMark === false) return splitAsText(text, "");
  const open = /^---[ \t]*(?:\r\n|\r|\n)/.exec(rest)?.[0];
  if (open === undefined) return splitAsText(text, mark);
  const close = findClose(rest, open.length, rules);
  if (close === undefined && rules.unclosed !== "header") return splitAsText(text, mark);
  const [start, end] = close ?? [rest.length, rest.length];
  if (start === open.length && rules.empty === false) return splitAsText(text, mark);
  const header = rest.slice(open.length, start);
  return splitInto({ lead: mark, open, header, close: rest.slice(start, end), body: rest.slice(end) });
}

/** What is unusual about a front matter that the tool does see, in the words of the tolerant reading. */
export function odditiesOf(split: FrontMatterSplit, text: string): FrontMatterSplit["anomalies"] {
  const tolerant = splitFrontMatter(text);
  return split.found ? tolerant.anomalies.filter(({ code }) => code === "front-matter/double") : tolerant.anomalies;
}

/** The closing fence: its offset, and the one behind it. */
function findClose(rest: string, from: number, rules: FenceRules): readonly [number, number] | undefined {
  const fence = rules.dots === true ? "(?:---|\\.\\.\\.)" : "---";
  const whole = `${fence}[ \\t]*(?:\\r\\n|\\r|\\n|$)`;
  const pattern = new RegExp(rules.gluedClose === true ? `(?:${whole}|---)` : whole, "y");
  for (let at = from; at < rest.length;) {
    pattern.lastIndex = at;
    const found = pattern.exec(rest);
    if (found !== null) return [at, at + found[0].length];
    const next = /\r\n|\r|\n/g;
    next.lastIndex = at;
    const line = next.exec(rest);
    if (line === null) return undefined;
    at = line.index + line[0].length;
  }
  return undefined;
}
