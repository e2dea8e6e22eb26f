import type { Arm } from "../schedule/arms.ts";
import type { Count, Difference } from "../statistics/count.ts";

/** What an eval says about a rule. */
export const verdicts = {
  helps: "it helps",
  harms: "it does harm",
  itself: "no effect: the model does this by itself",
  redundant: "no effect beside the other rules: they do the same",
  none: "no effect seen",
  incomplete: "too few runs",
} as const;

export type Verdict = keyof typeof verdicts;

/** The share of runs without a rule from which the model is said to follow it by itself. */
const byItself = 0.9;

/** How much of an effect of the rule the other rules must have, so that they are said to do the same. */
const sameEffect = 0.8;

/** @param effect of the rule alone. Undefined if an arm has no runs. */
export function verdictOf(counts: Readonly<Partial<Record<Arm, Count>>>, effect: Difference | undefined): Verdict {
  const { with: withRule, without, others } = counts;
  if (effect === undefined || withRule === undefined || without === undefined) return "incomplete";
  if (effect.high < 0) return "harms";
  if (effect.low <= 0) return shareOf(without) >= byItself ? "itself" : "none";
  if (others === undefined || others.of === 0) return "helps";
  return shareOf(others) - shareOf(without) >= sameEffect * effect.value ? "redundant" : "helps";
}

function shareOf({ count, of }: Count): number {
  return of === 0 ? 0 : count / of;
}
