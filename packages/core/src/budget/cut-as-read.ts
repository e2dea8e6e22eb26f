import type { Diagnostic } from "../model/diagnostic.ts";
import { report } from "../model/diagnostic-catalogue.ts";
import type { AppliedRule, BudgetLimit, DroppedRule } from "../model/resolution.ts";
import type { TokenCounter } from "../ports/token-counter.ts";
import { formatNumber } from "../text/format.ts";
import { measureLength } from "../text/measure-length.ts";
import { measureRule, type MeasuredMatch } from "./measure-rule.ts";
import { describeSource, type ToolLimit } from "./tool-limits.ts";

export interface CutOutcome {
  readonly applied: readonly AppliedRule[];
  readonly dropped: readonly DroppedRule[];
  readonly diagnostics: readonly Diagnostic[];
  readonly limits: readonly BudgetLimit[];
}

/**
 * Step 4 of resolving for files that a tool reads itself: cuts the texts where the tool cuts them. The tool reads the
 * files in the order of the matches until its limit for all of them is reached, and ignores or truncates a file that is
 * longer than its limit for one. Precept's own budget does not apply.
 *
 * @param limits limits without an effect, or with the effect `advisory`, cut nothing.
 */
export function cutAsRead(matches: readonly MeasuredMatch[], limits: readonly ToolLimit[], counter: TokenCounter): CutOutcome {
  const active = limits.filter(({ effect }) => effect === "truncated" || effect === "ignored");
  const remaining = new Map(active.filter(({ appliesTo }) => appliesTo === "allRules").map((limit) => [limit, limit.max]));
  const applied: AppliedRule[] = [];
  const dropped: DroppedRule[] = [];
  const diagnostics: Diagnostic[] = [];
  for (const match of matches) {
    const whole = measureRule(match, counter);
    let { content } = match;
    let exceeded: ToolLimit | undefined;
    let isDropped = false;
    const own = active.filter(({ dialects }) => dialects === undefined || dialects.includes(match.rule.origin.dialect ?? ""));
    for (const limit of own) {
      const max = remaining.get(limit) ?? limit.max;
      if (measureLength(content, limit.unit) <= max) continue;
      exceeded ??= limit;
      isDropped ||= limit.effect === "ignored" || max === 0;
      content = truncateTo(content, max, limit.unit);
    }
    for (const limit of isDropped ? [] : own) {
      const left = remaining.get(limit);
      if (left === undefined) continue;
      // The tool stops reading in the file that it cuts.
      const isFull = measureLength(match.content, limit.unit) > left;
      remaining.set(limit, isFull ? 0 : left - measureLength(content, limit.unit));
    }
    if (exceeded !== undefined) diagnostics.push(reportCut(whole, exceeded, isDropped ? undefined : content));
    if (exceeded !== undefined && isDropped) {
      const { unit: limit } = exceeded;
      dropped.push({ rule: match.rule, limit, characters: whole.characters, tokens: whole.tokens });
    } else applied.push(exceeded === undefined ? whole : measureRule({ ...match, content }, counter, true));
  }
  return { applied, dropped, diagnostics, limits: active.map(toBudgetLimit) };
}

/** Cuts a text without splitting a character. */
function truncateTo(text: string, max: number, unit: "characters" | "bytes"): string {
  let length = 0;
  let end = 0;
  for (const character of text) {
    length += measureLength(character, unit);
    if (length > max) break;
    end += character.length;
  }
  return text.slice(0, end);
}

function reportCut({ rule, content }: AppliedRule, limit: ToolLimit, read: string | undefined): Diagnostic {
  const { tool, unit, max, appliesTo, description } = limit;
  const size = `${formatNumber(measureLength(content, unit))} ${unit}`;
  const part = read === undefined ? "none of it" : `${formatNumber(measureLength(read, unit))} ${unit} of it`;
  const whose = appliesTo === "allRules" ? `the limit of ${tool} for all files` : `the limit of ${tool}`;
  const message = `The rule "${rule.name}" (${size}) exceeds ${whose}: ${formatNumber(max)} ${unit}. The tool reads ${part}. ${description}`;
  return report("budget/longer-than-tool-reads", { file: rule.origin.path }, message);
}

function toBudgetLimit({ tool, unit, max, appliesTo }: ToolLimit): BudgetLimit {
  return { name: unit, appliesTo, max, source: describeSource(tool) };
}
