import type { AppliedRule, DroppedRule, RuleMatch } from "../model/resolution.ts";
import type { TokenCounter } from "../ports/token-counter.ts";
import { cutToFit } from "./truncate.ts";
import type { BudgetOptions } from "./options.ts";
import { BudgetTracker } from "./budget-tracker.ts";
import { servingOrder } from "./serving-order.ts";

/** A match with the text it will bring. */
export interface MeasuredMatch extends RuleMatch {
  readonly content: string;
}

export interface BudgetOutcome {
  /** In the order of the matches, as is `dropped`. */
  readonly applied: readonly AppliedRule[];
  readonly dropped: readonly DroppedRule[];
  /** The rule among `applied` whose text was cut, with the limit that it exceeded and what its whole text would have cost. */
  readonly cut?: DroppedRule;
}

type Limit = DroppedRule["limit"];

/**
 * Step four of resolving: keeps the rules that fit. Rules are served in an order of their own, see {@link servingOrder}; from the first rule
 * that does not fit on, all lower ones are dropped. A rule larger than the whole budget is dropped alone.
 */
export function applyBudget(matches: readonly MeasuredMatch[], options: BudgetOptions, counter: TokenCounter): BudgetOutcome {
  const purse = new BudgetTracker(options);
  const sized = matches.map((match) => ({
    ...match,
    characters: match.content.length,
    tokens: counter.count(match.content),
    cut: false,
  }));
  const kept = new Map<RuleMatch["rule"], AppliedRule>();
  const limits = new Map<RuleMatch["rule"], Limit>();
  let cut: DroppedRule | undefined;
  let full: Limit | undefined;
  for (const rule of servingOrder(sized)) {
    const limit = full ?? purse.limitFor(rule);
    if (limit === undefined) {
      purse.spend(rule);
      kept.set(rule.rule, rule);
      continue;
    }
    const shortened = options.overflow === "ellipsis" && full === undefined ? cutToFit(rule, purse, counter) : undefined;
    if (shortened === undefined) {
      limits.set(rule.rule, limit);
    } else {
      purse.spend(shortened);
      kept.set(rule.rule, shortened);
      cut = dropOf(rule, limit);
    }
    full ??= shortened === undefined ? limitAfterDrop(limit) : limitAfterCut(limit, purse.isLonger(rule));
  }
  return {
    applied: sized.flatMap((rule) => kept.get(rule.rule) ?? []),
    dropped: sized.flatMap((rule) => {
      const limit = limits.get(rule.rule);
      return limit === undefined ? [] : [dropOf(rule, limit)];
    }),
    ...(cut !== undefined && { cut }),
  };
}

function dropOf({ rule, characters, tokens }: AppliedRule, limit: Limit): DroppedRule {
  return { rule, limit, characters, tokens };
}

/** The limit that keeps out everything below a rule that was cut. */
function limitAfterCut(limit: Limit, isLonger: boolean): Limit {
  if (limit !== "larger") return limit;
  return isLonger ? "characters" : "tokens";
}

/** The limit that keeps out everything below a rule that was dropped, if any does. The limit on dialect rules leaves room for native ones. */
function limitAfterDrop(limit: Limit): Limit | undefined {
  return limit === "larger" || limit === "dialectRules" ? undefined : limit;
}
