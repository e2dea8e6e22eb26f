import type { PromptFormat } from "@precept/contract/values";
import type { RuleComposer } from "../compose/composer.ts";
import { composeParts, createComposer } from "../compose/format.ts";
import type { AppliedRule, DroppedRule, RuleMatch } from "../model/resolution.ts";
import type { TokenCounter } from "../ports/token-counter.ts";
import type { BudgetOptions } from "./options.ts";
import { BudgetTracker, type TokenCost } from "./budget-tracker.ts";
import { countParts } from "./count-parts.ts";
import { type MeasuredMatch, measureRule } from "./measure-rule.ts";
import { servingOrder } from "./serving-order.ts";

export interface BudgetOutcome {
  /** In the order of the matches, as `dropped`. */
  readonly applied: readonly AppliedRule[];
  readonly dropped: readonly DroppedRule[];
  /** The rule of `applied` whose text was truncated, with the limit that it exceeded and the size of its whole text. */
  readonly cut?: DroppedRule;
}

/** The selected rules with the parts of the prompt section that they give. */
export interface FittedRules extends BudgetOutcome {
  readonly parts: readonly string[];
}

type Limit = DroppedRule["limit"];

/**
 * Step 4 of resolving: selects the rules that fit into the budget. Rules are added in {@link servingOrder}. The first
 * rule that does not fit and all rules after it are dropped. A rule that is larger than the whole budget is dropped
 * alone. A limit of tokens holds for the prompt section: with headings and delimiters.
 *
 * @param format of the prompt section. Default `markdown`.
 */
export function applyBudget(
  matches: readonly MeasuredMatch[],
  options: BudgetOptions,
  counter: TokenCounter,
  format: PromptFormat = "markdown",
): FittedRules {
  const sized = matches.map((match) => measureRule(match, counter));
  const { tokens: max } = options;
  if (max === undefined) {
    const outcome = select(sized, new BudgetTracker(options, () => 0), options, counter);
    return { ...outcome, parts: composeParts(outcome.applied, format) };
  }
  const composer = createComposer(sized, format);
  const tokensOf = rememberCosts(composer, counter);
  let room = max - counter.count(composer.opening) - counter.count(composer.closing);
  for (let step = 1; ; step *= 2) {
    const outcome = select(sized, new BudgetTracker({ ...options, tokens: room }, tokensOf), options, counter);
    const parts = composeParts(outcome.applied, format);
    // More than the rules' own parts if the counts do not add up, or if the text that was cut needs another delimiter.
    const excess = countParts(parts, counter) - max;
    // A counter of the user's can count any text, or return no number.
    if (!(excess > 0) || outcome.applied.length === 0) return { ...outcome, parts };
    room -= excess * step;
  }
}

function rememberCosts({ compose }: RuleComposer, counter: TokenCounter): TokenCost {
  const costs = new Map<Parameters<TokenCost>[0], number>();
  return (rule) => {
    const cost = costs.get(rule) ?? counter.count(compose(rule));
    costs.set(rule, cost);
    return cost;
  };
}

function select(
  sized: readonly AppliedRule[],
  tracker: BudgetTracker,
  options: BudgetOptions,
  counter: TokenCounter,
): BudgetOutcome {
  if (tracker.fits(sized)) return { applied: sized, dropped: [] };
  const included = new Map<RuleMatch["rule"], AppliedRule>();
  const limits = new Map<RuleMatch["rule"], Limit>();
  let cut: DroppedRule | undefined;
  let full: Limit | undefined;
  for (const rule of servingOrder(sized)) {
    if (full !== undefined) {
      limits.set(rule.rule, full);
      continue;
    }
    const amounts = tracker.amountsOf([rule]);
    const limit = tracker.limitFor(amounts);
    if (limit === undefined) {
      tracker.spend(amounts);
      included.set(rule.rule, rule);
      continue;
    }
    const truncated = options.overflow === "ellipsis" ? truncateToFit(rule, tracker, counter) : undefined;
    if (truncated === undefined) {
      limits.set(rule.rule, limit);
    } else {
      tracker.spend(tracker.amountsOf([truncated]));
      included.set(rule.rule, truncated);
      cut = dropOf(rule, limit);
    }
    full = truncated === undefined ? limitAfterDrop(limit) : limitAfterCut(limit, tracker.limitOfLonger(amounts));
  }
  return {
    applied: sized.flatMap((rule) => included.get(rule.rule) ?? []),
    dropped: sized.flatMap((rule) => {
      const limit = limits.get(rule.rule);
      return limit === undefined ? [] : [dropOf(rule, limit)];
    }),
    ...(cut !== undefined && { cut }),
  };
}

function dropOf(dropped: AppliedRule, limit: Limit): DroppedRule {
  return {
    rule: dropped.rule,
    limit,
    characters: dropped.characters,
    get tokens() {
      return dropped.tokens;
    },
  };
}

function limitAfterCut(limit: Limit, longer: "characters" | "bytes" | undefined): Limit {
  return limit === "larger" ? (longer ?? "tokens") : limit;
}

/** The limit for the rules after a dropped one; undefined if they can still fit: `dialectRules` allows native rules. */
function limitAfterDrop(limit: Limit): Limit | undefined {
  return limit === "larger" || limit === "dialectRules" ? undefined : limit;
}

export const ellipsisMarker = "\n\n… [cut to fit the rule budget]";

/** Truncates the text of a rule to the remaining budget and appends the marker. Undefined if no text fits. */
function truncateToFit(rule: AppliedRule, budget: BudgetTracker, counter: TokenCounter): AppliedRule | undefined {
  if (!budget.allowsAnother(rule)) return undefined;
  const fits = (text: string): boolean => budget.hasBytesFor(text) && budget.hasTokensFor({ ...matchOf(rule), content: text });
  // Binary search: a longer text hardly ever has fewer tokens. Only texts that were counted are used.
  let low = 0;
  let high = Math.min(rule.content.length, budget.remaining.characters - ellipsisMarker.length);
  while (low < high) {
    const middle = Math.ceil((low + high) / 2);
    if (fits(truncateAt(rule.content, middle))) low = middle;
    else high = middle - 1;
  }
  if (low <= 0) return undefined;
  const content = truncateAt(rule.content, low);
  if (content === ellipsisMarker || !fits(content)) return undefined;
  return measureRule({ ...matchOf(rule), content }, counter, true);
}

/** Does not split surrogate pairs. */
function truncateAt(text: string, length: number): string {
  const last = text.charCodeAt(length - 1);
  const whole = last >= 0xd800 && last <= 0xdbff ? length - 1 : length;
  return text.slice(0, whole).trimEnd() + ellipsisMarker;
}

/** Without the measurements, so that the tokens of the whole text are not counted. */
function matchOf({ rule, reason, matchedFiles, variables }: AppliedRule): RuleMatch {
  return { rule, reason, matchedFiles, ...(variables !== undefined && { variables }) };
}
