import { applyBudget } from "../budget/budget.ts";
import { reportBudget } from "../budget/report-budget.ts";
import type { BudgetOptions } from "../budget/options.ts";
import { composePrompt, type PromptFormat } from "../compose/format.ts";
import type { ExpandedTexts } from "../expand/expand-references.ts";
import { matchRules, type MatchContext, type MatchOutcome } from "../match/match.ts";
import type { RuleIndex } from "../match/rule-index.ts";
import { mergeMatches } from "../merge/merge.ts";
import { comparePrecedence } from "../model/precedence.ts";
import { orderMatches, type RuleOrder } from "../merge/order.ts";
import { compareText } from "../text/compare-text.ts";
import type { ResolveRequest } from "../model/request.ts";
import type { Resolution, SkippedRule } from "../model/resolution.ts";
import { estimatedTokens, type TokenCounter } from "../ports/token-counter.ts";
import { composeDebugSection } from "../trace/debug-section.ts";
import { buildTrace } from "../trace/trace.ts";

export interface ResolveOptions {
  readonly budget?: BudgetOptions;
  /** Default `priority`. */
  readonly order?: RuleOrder;
  /** Default `markdown`. */
  readonly format?: PromptFormat;
  /** Whether the prompt ends with the trace. Default false. */
  readonly debug?: boolean;
  /** Default {@link estimatedTokens}. */
  readonly tokens?: TokenCounter;
}

const nothingExpanded: ExpandedTexts = { texts: new Map(), diagnostics: [] };

/** Answers a request from an index: match, merge, order, budget, compose. A pure function of its arguments. */
export function resolve(
  index: RuleIndex,
  request: ResolveRequest,
  options: ResolveOptions = {},
  findings: MatchContext = {},
): Resolution {
  return resolveMatches(matchRules(index, request, findings), request, options);
}

/** All steps after the first, for callers that had to look something up in between, as the rulebook does for file references. */
export function resolveMatches(
  outcome: MatchOutcome,
  request: ResolveRequest,
  options: ResolveOptions = {},
  expanded: ExpandedTexts = nothingExpanded,
): Resolution {
  // Ordered first: then nothing in the answer hangs on the order in which rules came.
  const matched = orderMatches(outcome.matches, options.order);
  const merged = mergeMatches(matched);
  const measured = merged.kept.map((match) => ({ ...match, content: expanded.texts.get(match.rule) ?? match.rule.content }));
  const budget = options.budget ?? {};
  const fitted = applyBudget(measured, budget, options.tokens ?? estimatedTokens);
  const { applied, dropped } = fitted;
  let skipped: Resolution["skipped"] | undefined;
  let diagnostics: Resolution["diagnostics"] | undefined;
  const resolution = {
    requestId: request.id ?? "",
    ...(request.timestamp !== undefined && { timestamp: request.timestamp }),
    prompt: composePrompt(applied, options.format),
    applied,
    matched,
    get skipped() {
      return (skipped ??= [...merged.lost, ...outcome.skipped().toSorted(compareSkipped)]);
    },
    conflicts: merged.conflicts,
    dropped,
    request: { files: outcome.files, requested: outcome.requested, unknown: outcome.unknown },
    totals: {
      evaluated: outcome.evaluated,
      matched: matched.length,
      applied: applied.length,
      characters: sum(applied.map((rule) => rule.characters)),
      tokens: sum(applied.map((rule) => rule.tokens)),
    },
    get diagnostics() {
      return (diagnostics ??= [...expanded.diagnostics, ...reportBudget(fitted, budget)]);
    },
  };
  if (options.debug === true)
    resolution.prompt += `${resolution.prompt === "" ? "" : "\n"}${composeDebugSection(buildTrace(resolution))}`;
  return resolution;
}

function compareSkipped({ rule: left }: SkippedRule, { rule: right }: SkippedRule): number {
  return compareText(left.name, right.name) || comparePrecedence(left, right);
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, number) => total + number, 0);
}
