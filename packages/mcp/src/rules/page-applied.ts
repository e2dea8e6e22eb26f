import { composePrompt, type AppliedRule, type PromptFormat } from "@precept/core";
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
  /** The maximum length of the page, in UTF-16 code units. */
  readonly room: number;
  readonly format: PromptFormat | undefined;
  /** The length of what the answer says about a rule, besides its text. */
  readonly overheadOf: (rule: PagedRule) => number;
}

/**
 * Returns one page of the applied rules. A rule that does not fit moves to the next page as a whole. Only a rule that is larger than a page is cut, and
 * each of its parts says so.
 */
export function pageApplied(applied: readonly AppliedRule[], options: AppliedPageOptions): AppliedPage {
  const { start, format } = options;
  const rules: PagedRule[] = [];
  let { room } = options;
  let position: PagePosition | undefined = start;
  for (let at = start.rule; at < applied.length; at += 1) {
    const rule = applied[at];
    if (rule === undefined) break;
    const from = at === start.rule ? start.offset : 0;
    const whole = { applied: rule, from, to: rule.content.length };
    const cost = costOf(whole, options);
    position = { rule: at, offset: from };
    if (cost <= room) {
      rules.push(whole);
      room -= cost;
      position = undefined;
      continue;
    }
    if (rules.length > 0) break;
    const part = cutPart(whole, options);
    rules.push(part);
    position = { rule: at, offset: part.to };
    break;
  }
  const prompt = composePrompt(rules.map(toPart), format);
  return { rules, prompt, ...(position !== undefined && { next: position }) };
}

/** The length of a rule in an answer: as text, or as JSON, whichever is longer. */
function costOf(rule: PagedRule, { format, overheadOf }: AppliedPageOptions): number {
  return JSON.stringify(composePrompt([toPart(rule)], format)).length + overheadOf(rule);
}

/** The first part of a text that fits on a page. */
function cutPart(whole: PagedRule, options: AppliedPageOptions): PagedRule {
  const { content } = whole.applied;
  // What the heading and the notes take.
  const empty = { ...whole, to: whole.from };
  return { ...whole, to: cutText(content, whole.from, options.room - costOf(empty, options)) };
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
