import { findFences } from "@precept/core";

/** A line of a text that may contain instructions, without list or heading markers. */
export interface Line {
  readonly text: string;
  readonly start: number;
  readonly headings: readonly string[];
  readonly isHeading: boolean;
  /** The meaning of the heading or lead-in above: `against` for "Avoid:" and the like, `unclear` for examples. */
  readonly stance: "against" | "unclear" | undefined;
}

/** A single instruction: a sentence or a part of one. */
export interface Clause extends Omit<Line, "start"> {
  readonly start: number;
  readonly end: number;
  /** The text before a colon: `Exports: use …`. Empty if there is none. */
  readonly label: string;
}

const item = /^[ \t]*(?:>[ \t]*)*(?:(?:[-*+•]|\d+[.)])[ \t]+)?(?:\[[ xX]\][ \t]+)?/;
const heading = /^ {0,3}(#{1,6})[ \t]+(.*?)[ \t]*#*$/;
/** The boundaries between sentences and between their parts. */
const border =
  /[.;!?](?=\s|$)|\s[—–-]{1,2}\s|,?\s+but\s+|,\s+(?=(?:and\s+)?(?:use|prefer|never|always|avoid|do not|don['’]t|not (?:as|in|with|by|to|via))\b)|\s+and\s+(?=(?:never|always|avoid|do not|don['’]t)\b)/gi;
const condition =
  /^(?:if|when|whenever|unless|except|for|in|on|during|before|after|while|until|where|otherwise|else|or|then|only)\b/i;
/** A prohibition that continues the clause before it: `Store amounts in cents, never as floats`. */
const continues = /^(?:and\s+)?(?:never|not)\s+(?=(?:as|in|with|by|to|on|at|from|through|via)\s)/i;
const preposition = /\s(?:as|in|with|by|to|on|at|from|for|through|via)\s/i;
const opens = /^(?:always|never|avoid|use|prefer|do not|don['’]t|must)\b/i;

const forbids =
  /^(?:things to )?(?:avoid|never|do not|don['’]t|forbidden|banned|prohibited)(?: (?:use|do|ever|using|these|the following|things))*$/i;
const shows =
  /\b(?:bad|wrong|incorrect|anti-?patterns?|pitfalls?|mistakes?|avoid|never|don['’]?ts?|do not|forbidden|banned|prohibited|discouraged|deprecated|outdated|instead of|smells?|examples?|problems?|violations?|symptoms?|red flags?|before)\b|[❌✗✘🚫⛔]/iu;

/** The maximum length of a line in characters. Longer lines are ignored. */
const maxLine = 1000;

/** Yields the lines of a Markdown text, without code blocks and tables. */
export function* readLines(content: string): Iterable<Line> {
  const fences = findFences(content);
  let fence = 0;
  let headings: readonly string[] = [];
  let lead: { readonly indent: number; readonly stance: Line["stance"] } | undefined;
  let headingStance: Line["stance"];
  for (let start = 0, next = 0; start < content.length; start = next) {
    const [end, behind] = endOfLine(content, start);
    next = behind;
    while ((fences[fence]?.[1] ?? content.length) <= start) fence += 1;
    const [fenceStart, fenceEnd] = fences[fence] ?? [content.length, content.length];
    if (fenceStart <= start) {
      next = Math.max(next, fenceEnd);
      continue;
    }
    if (end - start > maxLine) continue;
    const line = content.slice(start, end);
    const indent = line.search(/\S/);
    if (indent < 0 || line[indent] === "|") continue;
    const [, marks, title = ""] = line[indent] === "#" ? (heading.exec(line) ?? []) : [];
    if (marks !== undefined) {
      headings = [...headings.slice(0, marks.length - 1), title];
      headingStance = stanceOf(title);
      lead = undefined;
      yield {
        text: title,
        start: start + line.indexOf(title, indent + marks.length),
        headings,
        isHeading: true,
        stance: undefined,
      };
      continue;
    }
    const prefix = item.exec(line)?.[0].length ?? 0;
    const isItem = prefix > indent;
    const text = line.slice(prefix);
    if (lead !== undefined && (indent < lead.indent || (!isItem && indent === lead.indent))) lead = undefined;
    const stance = lead === undefined ? headingStance : lead.stance;
    if (/[:：]\W*$/.test(text)) lead = { indent: isItem ? indent + 1 : indent, stance: stanceOf(text) };
    yield { text, start: start + prefix, headings, isHeading: false, stance };
  }
}

/** The end of a line, and the start of the next one. */
function endOfLine(content: string, start: number): readonly [end: number, next: number] {
  const feed = content.indexOf("\n", start);
  const end = feed < 0 ? content.length : feed;
  return [content[end - 1] === "\r" ? end - 1 : end, feed < 0 ? end : end + 1];
}

function stanceOf(above: string): Line["stance"] {
  if (!shows.test(above)) return undefined;
  const words = plain(above)
    .replace(/[^\p{L}\p{N}'’ -]/gu, "")
    .trim();
  return forbids.test(words) ? "against" : "unclear";
}

/** Yields the instructions of a line, without clauses that only state a condition. */
export function* splitClauses({ text: line, start, ...around }: Line): Iterable<Clause> {
  const [labelled = "", written = ""] =
    /^(?:[*_]{0,3})([^:.,;`]{2,40}?)(?:[*_]{0,3})[:：](?:[*_]{0,3})\s+(?=\S)/.exec(line) ?? [];
  const isLabel = written !== "" && !opens.test(written);
  const label = isLabel ? plain(written) : "";
  const stance = around.stance ?? (isLabel && shows.test(label) ? "unclear" : undefined);
  let from = isLabel ? labelled.length : 0;
  let before = "";
  // A condition applies to the text after its comma, so the sentence is not split there.
  const isConditional = condition.test(plain(line.slice(from, from + 20)));
  for (const { index, 0: found } of [...line.matchAll(border), { index: line.length, 0: "" }]) {
    if (index < from || (isConditional && found.startsWith(","))) continue;
    const piece = line.slice(from, index);
    const text = plain(piece);
    const lead = piece.length - piece.trimStart().length;
    if (text !== "" && !found.startsWith("?") && !condition.test(text)) {
      yield { ...around, text: completeClause(text, before), start: start + from + lead, end: start + index, label, stance };
    }
    before = text;
    from = index + found.length;
  }
}

/** Repeats what a prohibition is about if only the clause before it says so: `never store amounts as floats`. */
function completeClause(text: string, before: string): string {
  const [opening] = continues.exec(text) ?? [];
  if (opening === undefined || before === "") return text;
  const [about = ""] = before.split(preposition, 1);
  return `never ${about} ${text.slice(opening.length)}`;
}

function plain(text: string): string {
  const bare = /[*_`[]/.test(text)
    ? text.replace(/\*{1,3}|(?<!\w)_{1,3}|_{1,3}(?!\w)|`/g, "").replace(/\[([^\]]*)\]\([^)]*\)/g, "$1")
    : text;
  return bare.replace(/^(?:[\s:：✅✔☑👍-]|\uFE0F)+|[\s:：]+$/gu, "");
}
