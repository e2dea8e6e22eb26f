import type { PromptFormat, RuleOrder } from "@precept/contract/values";
import { applyBudget } from "../budget/budget.ts";
import { countParts } from "../budget/count-parts.ts";
import { cutAsRead, type CutOutcome } from "../budget/cut-as-read.ts";
import { fitRequestable, noRequestable, reportRequestable, type FittedRequestable } from "../budget/fit-requestable.ts";
import { type BudgetOptions, listLimits } from "../budget/options.ts";
import { reportBudget } from "../budget/report-budget.ts";
import type { MeasuredMatch } from "../budget/measure-rule.ts";
import { addToolLimits, limitsOfEachRule, reportLongRules, type ToolLimit } from "../budget/tool-limits.ts";
import { composeParts, joinParts } from "../compose/format.ts";
import type { RequestBy } from "../compose/requestable.ts";
import type { ExpandedTexts } from "../expand/expand-references.ts";
import { matchRules, type MatchContext, type MatchOutcome } from "../match/match.ts";
import type { RuleLookup } from "../match/rule-lookup.ts";
import { mergeCopies } from "../merge/merge-copies.ts";
import { mergeMatches } from "../merge/merge.ts";
import { compareByName } from "../model/precedence.ts";
import { orderAsRead, orderMatches } from "../merge/order.ts";
import type { ResolveRequest } from "../model/request.ts";
import type { Resolution, RuleMatch, SkippedRule } from "../model/resolution.ts";
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
  /** The format of the prompt. Default `markdown`. */
  readonly format?: PromptFormat;
  /** Whether to append the trace to the prompt. Default false. */
  readonly debug?: boolean;
  /**
   * How the agent can ask for rules, which the prompt says where it lists them: it mentions `@name`, calls the tool
   * `request_rules`, runs a command that a hook sees (`echo @name`), or one that prints the rule (`precept show`). `none`:
   * the prompt has no list. Default `mention`.
   */
  readonly requestBy?: RequestBy | "none";
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
    readOrder === undefined ? fitToBudget(texts, options, counter) : fitAsRead(cutAsRead(texts, toolLimits, counter), options);
  const { applied, dropped, parts } = fitted;
  const requestable = listRequestable(outcome, { matched, texts, fitted, options, counter });
  let skipped: Resolution["skipped"] | undefined;
  let diagnostics: Resolution["diagnostics"] | undefined;
  let tokens: number | undefined;
  let promptTokens: number | undefined;
  const resolution = {
    requestId: request.id ?? "",
    ...(request.timestamp !== undefined && { timestamp: request.timestamp }),
    prompt: joinParts(parts, requestable.text),
    applied,
    matched,
    get skipped() {
      return (skipped ??= [...merged.shadowed, ...fitted.duplicates, ...outcome.skipped().toSorted(compareSkipped)]);
    },
    conflicts: merged.conflicts,
    dropped,
    requestable,
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
      get promptTokens() {
        return (promptTokens ??= countParts(parts, counter, requestable.text));
      },
    },
    budget: {
      counter: { id: counter.id, isExact: counter.isExact ?? false },
      limits: fitted.limits,
    },
    get diagnostics() {
      return (diagnostics ??= [
        ...expanded.diagnostics,
        ...fitted.diagnostics,
        ...reportRequestable(requestable, options.budget ?? {}),
      ]);
    },
  };
  if (options.debug === true) resolution.prompt = joinSections(resolution.prompt, composeDebugSection(buildTrace(resolution)));
  return resolution;
}

interface Fitted extends CutOutcome {
  /** Of the prompt section. */
  readonly parts: readonly string[];
  readonly duplicates: readonly SkippedRule[];
}

function fitAsRead(outcome: CutOutcome, { format = "markdown" }: ResolveOptions): Fitted {
  return { ...outcome, parts: composeParts(outcome.applied, format), duplicates: [] };
}

function fitToBudget(texts: readonly MeasuredMatch[], options: ResolveOptions, counter: TokenCounter): Fitted {
  const { toolLimits = [] } = options;
  const { remaining, duplicates } = mergeCopies(texts);
  const budget = addToolLimits(options.budget ?? {}, toolLimits);
  const outcome = applyBudget(remaining, budget, counter, options.format);
  const { applied, dropped, parts } = outcome;
  return {
    applied,
    dropped,
    parts,
    duplicates,
    limits: [...listLimits(budget), ...limitsOfEachRule(toolLimits)],
    get diagnostics() {
      return [...reportBudget(outcome, budget, counter), ...reportLongRules(applied, toolLimits)];
    },
  };
}

interface Resolving {
  readonly matched: readonly RuleMatch[];
  readonly texts: readonly MeasuredMatch[];
  readonly fitted: Fitted;
  readonly options: ResolveOptions;
  readonly counter: TokenCounter;
}

/** Lists the rules that the agent can ask for, without those that would not be in the answer if it did. */
function listRequestable(outcome: MatchOutcome, { matched, texts, fitted, options, counter }: Resolving): FittedRequestable {
  const { requestBy = "mention", readOrder, format = "markdown", budget = {}, toolLimits = [] } = options;
  if (requestBy === "none" || readOrder !== undefined) return noRequestable;
  const candidates = outcome.requestable().map((rule): MeasuredMatch => {
    return { rule, content: rule.content, reason: { kind: "requested", reference: rule.name }, matchedFiles: [] };
  });
  if (candidates.length === 0) return noRequestable;
  const shadowed = new Set(mergeMatches([...matched, ...candidates]).shadowed.map(({ rule }) => rule));
  const visible = candidates.filter(({ rule }) => !shadowed.has(rule));
  const copies = new Set(mergeCopies([...texts, ...visible]).duplicates.map(({ rule }) => rule));
  const rules = visible.map(({ rule }) => rule).filter((rule) => !copies.has(rule));
  return fitRequestable(rules, {
    applied: fitted.applied,
    parts: fitted.parts,
    budget: addToolLimits(budget, toolLimits),
    counter,
    format,
    requestBy,
  });
}

function joinSections(first: string, second: string): string {
  return first === "" || second === "" ? first + second : `${first}\n${second}`;
}

function compareSkipped({ rule: left }: SkippedRule, { rule: right }: SkippedRule): number {
  return compareByName(left, right);
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, number) => total + number, 0);
}
