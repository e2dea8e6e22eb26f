import type { PromptFormat, RuleOrder } from "@precept/contract/values";
import { applyBudget } from "../budget/budget.ts";
import { cutAsRead, type CutOutcome } from "../budget/cut-as-read.ts";
import { type BudgetOptions, listLimits } from "../budget/options.ts";
import { reportBudget } from "../budget/report-budget.ts";
import type { MeasuredMatch } from "../budget/measure-rule.ts";
import { addToolLimits, limitsOfEachRule, reportLongRules, type ToolLimit } from "../budget/tool-limits.ts";
import { composePrompt } from "../compose/format.ts";
import type { ExpandedTexts } from "../expand/expand-references.ts";
import { matchRules, type MatchContext, type MatchOutcome } from "../match/match.ts";
import type { RuleLookup } from "../match/rule-lookup.ts";
import { mergeCopies } from "../merge/merge-copies.ts";
import { mergeMatches } from "../merge/merge.ts";
import { comparePrecedence } from "../model/precedence.ts";
import { orderAsRead, orderMatches } from "../merge/order.ts";
import { compareText } from "../text/compare-text.ts";
import type { ResolveRequest } from "../model/request.ts";
import type { Resolution, SkippedRule } from "../model/resolution.ts";
import type { Rule } from "../model/rule.ts";
import type { StoreReport } from "../model/store-state.ts";
import { estimatedTokens, type TokenCounter } from "../ports/token-counter.ts";
import { composeDebugSection } from "../trace/debug-section.ts";
import { buildTrace } from "../trace/trace.ts";

export interface ResolveOptions {
  /** The limits for the prompt. */
  readonly budget?: BudgetOptions;
  /** The order of the rules in the prompt. Default `priority`. */
  readonly order?: RuleOrder;
  /** The format of the prompt. Default `defaultFormat`. */
  readonly format?: PromptFormat;
  /** The format of the prompt if neither the call nor the settings of the project name one. Default `markdown`. */
  readonly defaultFormat?: PromptFormat;
  /** Whether to append the trace to the prompt. Default false. */
  readonly debug?: boolean;
  /** Counts the tokens of the rules' texts. Default {@link estimatedTokens}. */
  readonly tokens?: TokenCounter;
  /** How much the tool reads. Limits of a rule are only reported; a size in `budget` comes first. Default: none. */
  readonly toolLimits?: readonly ToolLimit[];
  /**
   * Resolves the rules as the files that a tool reads itself. Returns the position of a rule in the tool's order, which
   * decides what `toolLimits` cut. There is no other budget, and files with the same text are not merged. Default: the
   * rules are delivered by Precept.
   */
  readonly readOrder?: (rule: Rule) => number;
}

export interface ResolutionContext extends ExpandedTexts {
  readonly stores: readonly StoreReport[];
}

const noContext: ResolutionContext = { texts: new Map(), diagnostics: [], stores: [] };

/**
 * Resolves a request with the rules of an index: matches, merges, orders, applies the budget and composes the prompt. A
 * pure function of its arguments.
 *
 * @example
 * ```ts
 * import { createRule, resolve, RuleIndex } from "@precept/core";
 *
 * const index = new RuleIndex([createRule({ id: "style", name: "style", content: "Use named exports." })]);
 * const { prompt, applied } = resolve(index, { files: ["src/cart.ts"] });
 * ```
 */
export function resolve(
  index: RuleLookup,
  request: ResolveRequest,
  options: ResolveOptions = {},
  context: MatchContext = {},
): Resolution {
  return resolveMatches(matchRules(index, request, context), request, options);
}

/** All steps after matching. The rulebook expands file references in between. */
export function resolveMatches(
  outcome: MatchOutcome,
  request: ResolveRequest,
  options: ResolveOptions = {},
  expanded: ResolutionContext = noContext,
): Resolution {
  // Order first, so that the result does not depend on the order of the rules in the index.
  const { readOrder } = options;
  const matched =
    readOrder === undefined ? orderMatches(outcome.matches, options.order) : orderAsRead(outcome.matches, readOrder);
  const merged = mergeMatches(matched);
  const texts = merged.remaining.map((match) => ({ ...match, content: expanded.texts.get(match.rule) ?? match.rule.content }));
  const { toolLimits = [], tokens: counter = estimatedTokens } = options;
  const fitted: Fitted =
    readOrder === undefined ? fitToBudget(texts, options, counter) : { ...cutAsRead(texts, toolLimits, counter), duplicates: [] };
  const { applied, dropped } = fitted;
  let skipped: Resolution["skipped"] | undefined;
  let diagnostics: Resolution["diagnostics"] | undefined;
  let tokens: number | undefined;
  const resolution = {
    requestId: request.id ?? "",
    ...(request.timestamp !== undefined && { timestamp: request.timestamp }),
    prompt: composePrompt(applied, options.format ?? options.defaultFormat),
    applied,
    matched,
    get skipped() {
      return (skipped ??= [...merged.shadowed, ...fitted.duplicates, ...outcome.skipped().toSorted(compareSkipped)]);
    },
    conflicts: merged.conflicts,
    dropped,
    stores: expanded.stores,
    request: { files: outcome.files, requested: outcome.requested, unknown: outcome.unknown },
    totals: {
      evaluated: outcome.evaluated,
      matched: matched.length,
      applied: applied.length,
      characters: sum(applied.map((rule) => rule.characters)),
      get tokens() {
        return (tokens ??= sum(applied.map((rule) => rule.tokens)));
      },
    },
    budget: {
      counter: { id: counter.id, isExact: counter.isExact ?? false },
      limits: fitted.limits,
    },
    get diagnostics() {
      return (diagnostics ??= [...expanded.diagnostics, ...fitted.diagnostics]);
    },
  };
  if (options.debug === true)
    resolution.prompt += `${resolution.prompt === "" ? "" : "\n"}${composeDebugSection(buildTrace(resolution))}`;
  return resolution;
}

interface Fitted extends CutOutcome {
  readonly duplicates: readonly SkippedRule[];
}

function fitToBudget(texts: readonly MeasuredMatch[], options: ResolveOptions, counter: TokenCounter): Fitted {
  const { toolLimits = [] } = options;
  const { remaining, duplicates } = mergeCopies(texts);
  const budget = addToolLimits(options.budget ?? {}, toolLimits);
  const outcome = applyBudget(remaining, budget, counter);
  const { applied, dropped } = outcome;
  return {
    applied,
    dropped,
    duplicates,
    limits: [...listLimits(budget), ...limitsOfEachRule(toolLimits)],
    get diagnostics() {
      return [...reportBudget(outcome, budget, counter), ...reportLongRules(applied, toolLimits)];
    },
  };
}

function compareSkipped({ rule: left }: SkippedRule, { rule: right }: SkippedRule): number {
  return compareText(left.name, right.name) || comparePrecedence(left, right);
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, number) => total + number, 0);
}
