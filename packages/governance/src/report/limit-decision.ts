import { policyActions } from "@precept/contract/values";
import type { Decision } from "../model/decision.ts";

export interface LimitedDecision {
  readonly decision: Decision;
  /** The number of violations that are left out. */
  readonly leftOut: number;
}

/**
 * Limits the violations of a decision for a report. The most severe ones stay, in their order; those in shadow mode and
 * accepted ones are left out first.
 *
 * @param max the largest number of violations, of all kinds together.
 */
export function limitDecision(decision: Decision, max: number): LimitedDecision {
  const { violations, shadowed, accepted } = decision;
  const total = violations.length + shadowed.length + accepted.length;
  if (total <= max) return { decision, leftOut: 0 };
  const stay = selectSevere(violations, max);
  const shadowedToo = selectSevere(shadowed, max - stay.length);
  const limited = {
    ...decision,
    violations: stay,
    shadowed: shadowedToo,
    accepted: accepted.slice(0, max - stay.length - shadowedToo.length),
  };
  return { decision: limited, leftOut: total - max };
}

function selectSevere<Item extends Pick<Decision["violations"][number], "action">>(
  items: readonly Item[],
  max: number,
): readonly Item[] {
  if (items.length <= max) return items;
  const room = new Map<Item["action"], number>();
  let left = max;
  for (const action of policyActions) {
    const count = Math.min(left, items.filter((item) => item.action === action).length);
    room.set(action, count);
    left -= count;
  }
  return items.filter(({ action }) => {
    const free = room.get(action) ?? 0;
    room.set(action, free - 1);
    return free > 0;
  });
}
