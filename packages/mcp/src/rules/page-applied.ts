import { agentPromptFormat, composePrompt, type AppliedRule, type PromptFormat } from "@precept/core";
import { cutText } from "../paging/cut-text.ts";

/** Where a page begins: at a rule, and at an offset in its text, in UTF-16 code units. */
export interface PagePosition {
  readonly rule: number;
  readonly offset: number;
}

/** A rule of a page, or the part of its text that is on the page. */
export interface PagedRule {
  readonly applied: AppliedRule;
  readonly from: number;
  readonly to: number;
}

export interface AppliedPage {
  readonly rules: readonly PagedRule[];
  /** The prompt section with the rules of the page. */
  readonly prompt: string;
  /** Absent: this is the last page. */
  readonly next?: PagePosition;
}

export interface AppliedPageOptions {
  readonly start: PagePosition;
  readonly room: number;
  readonly format: PromptFormat | undefined;
  /** The length of what the answer says about a rule, besides its text. */
  readonly overheadOf: (rule: PagedRule) => number;
}

/** Returns a page of applied rules. Only a rule that is larger than a page is cut, and each of its parts says so. */
export function pageApplied(applied: readonly AppliedRule[], options: AppliedPageOptions): AppliedPage {
  const { start, room } = options;
  const rules: PagedRule[] = [];
  let used = 0;
  for (let at = start.rule; at < applied.length; at += 1) {
    const rule = applied[at];
    if (rule === undefined) break;
    const whole = { applied: rule, from: at === start.rule ? start.offset : 0, to: rule.content.length };
    used += costOf(whole, options);
    if (used > room && rules.length > 0) break;
    rules.push(used <= room ? whole : cutPart(whole, options));
  }
  // Rules can take more space together: in the compact format, the line between them is longer than those in a rule.
  while (rules.length > 1 && costOfAll(rules, options) > room) rules.pop();
  const prompt = compose(rules, options);
  const last = rules.at(-1);
  if (last === undefined) return { rules, prompt };
  const at = start.rule + rules.length;
  if (last.to < last.applied.content.length) return { rules, prompt, next: { rule: at - 1, offset: last.to } };
  return { rules, prompt, ...(at < applied.length && { next: { rule: at, offset: 0 } }) };
}

function compose(rules: readonly PagedRule[], { format = agentPromptFormat }: AppliedPageOptions): string {
  return composePrompt(rules.map(toPart), format);
}

function costOfAll(rules: readonly PagedRule[], options: AppliedPageOptions): number {
  return rules.reduce((sum, rule) => sum + options.overheadOf(rule), JSON.stringify(compose(rules, options)).length);
}

/** The length of a rule in an answer, as JSON, which is longer than the text. */
function costOf(rule: PagedRule, options: AppliedPageOptions): number {
  return costOfAll([rule], options);
}

/** The first part of a text that fits on a page. */
function cutPart(whole: PagedRule, options: AppliedPageOptions): PagedRule {
  const { content } = whole.applied;
  // What the heading and the notes take.
  let room = options.room - costOf({ ...whole, to: whole.from }, options);
  for (;;) {
    const part = { ...whole, to: cutText(content, whole.from, room) };
    const excess = costOf(part, options) - options.room;
    if (excess <= 0 || room <= 1) return part;
    room = Math.min(room - excess, Math.floor(room * 0.9));
  }
}

/** The rule with the part of its text that is on the page, and notes where it is cut. */
function toPart({ applied, from, to }: PagedRule): AppliedRule {
  const { content } = applied;
  if (from === 0 && to === content.length) return applied;
  const before = from === 0 ? "" : `[This continues from the previous page, at character ${from} of ${content.length}.]\n\n`;
  const after =
    to === content.length ? "" : `\n\n[This is cut at character ${to} of ${content.length}. The rest is on the next page.]`;
  return { ...applied, content: before + content.slice(from, to) + after };
}
