import type { AppliedRule, DroppedRule, RuleMatch } from "../model/resolution.ts";
import type { TokenCounter } from "../ports/token-counter.ts";
import { cutToFit } from "./ellipsis.ts";
import type { BudgetOptions } from "./options.ts";
import { Purse } from "./purse.ts";

/** A match with the text it will bring. */
export interface MeasuredMatch extends RuleMatch {
  readonly content: string;
}

export interface BudgetOutcome {
  readonly applied: readonly AppliedRule[];
  readonly dropped: readonly DroppedRule[];
}

type Limit = DroppedRule["limit"];

/**
 * Step four of resolving: keeps what fits, in the given order. Rules of absolute authority are served first; then, from the first rule that
 * does not fit on, all lower ones go. A rule that would not fit even alone goes by itself: it must not take all others with it.
 */
export function applyBudget(matches: readonly MeasuredMatch[], options: BudgetOptions, counter: TokenCounter): BudgetOutcome {
  const purse = new Purse(options);
  const sized = matches.map((match) => ({
    ...match,
    characters: match.content.length,
    tokens: counter.count(match.content),
    cut: false,
  }));
  const kept = new Map<RuleMatch["rule"], AppliedRule>();
  const limits = new Map<RuleMatch["rule"], Limit>();
  let full: Limit | undefined;
  for (const authority of ["absolute", "default"] as const) {
    for (const rule of sized) {
      if (rule.rule.authority !== authority) continue;
      const limit = full ?? purse.limitFor(rule);
      if (limit === undefined) {
        purse.spend(rule);
        kept.set(rule.rule, rule);
        continue;
      }
      const cut = options.overflow === "ellipsis" && full === undefined ? cutToFit(rule, purse, counter) : undefined;
      if (cut !== undefined) {
        purse.spend(cut);
        kept.set(rule.rule, cut);
      } else {
        limits.set(rule.rule, limit);
      }
      full ??= closes(limit, cut !== undefined);
    }
  }
  return {
    applied: sized.flatMap((rule) => kept.get(rule.rule) ?? []),
    dropped: sized.flatMap(({ rule, characters, tokens }) => {
      const limit = limits.get(rule);
      return limit === undefined ? [] : [{ rule, limit, characters, tokens }];
    }),
  };
}

/** Whether nothing lower may follow, and for which limit. The limit on dialect rules leaves room for native ones. */
function closes(limit: Limit, wasCut: boolean): Limit | undefined {
  if (wasCut) return limit === "larger" ? "characters" : limit;
  return limit === "larger" || limit === "dialectRules" ? undefined : limit;
}
