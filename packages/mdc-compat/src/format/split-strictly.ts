import { splitFrontMatter, type FrontMatterSplit } from "@precept/core";
import { createTextSplit, createSplit } from "./create-split.ts";

/** Differences between tools in how they detect front matter fences. */
export interface FenceRules {
  /** Whether the opening fence may follow a byte order mark. Default true. */
  readonly afterMark?: boolean;
  /** Whether `...` is a closing fence too. Default false. */
  readonly dots?: boolean;
  /** What the tool makes of front matter without a closing fence: `text` or front matter. Default `text`. */
  readonly unclosed?: "text" | "header";
  /** Whether a line that only starts with the fence closes the front matter: `----`, `---# Title`. Default false. */
  readonly gluedClose?: boolean;
  /** Whether there may be no line between the fences. Default true. */
  readonly empty?: boolean;
}

/** Splits front matter and body for a tool that reads the whole file as text unless line 1 is the opening fence. */
export function splitStrictly(text: string, rules: FenceRules = {}): FrontMatterSplit {
  const mark = text.startsWith("\uFEFF") ? "\uFEFF" : "";
  const rest = text.slice(mark.length);
  if (mark !== "" && rules.afterMark === false) return createTextSplit(text, "");
  const open = /^---[ \t]*(?:\r\n|\r|\n)/.exec(rest)?.[0];
  if (open === undefined) return createTextSplit(text, mark);
  const close = findClose(rest, open.length, rules);
  if (close === undefined && rules.unclosed !== "header") return createTextSplit(text, mark);
  const [start, end] = close ?? [rest.length, rest.length];
  if (start === open.length && rules.empty === false) return createTextSplit(text, mark);
  const header = rest.slice(open.length, start);
  return createSplit({ lead: mark, open, header, close: rest.slice(start, end), body: rest.slice(end) });
}

/** Finds anomalies of the front matter: all if the tool does not detect it, else only those that matter to it. */
export function findAnomalies(split: FrontMatterSplit, text: string): FrontMatterSplit["anomalies"] {
  const tolerant = splitFrontMatter(text);
  return split.found ? tolerant.anomalies.filter(({ code }) => code === "front-matter/double") : tolerant.anomalies;
}

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
