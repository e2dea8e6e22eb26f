import type { RuleUsage } from "@precept/core";

/**
 * The usage of a rule, with the time of the last use that named a session, so that tallies of several processes can be
 * added in any order.
 */
export type Tally = RuleUsage & { readonly lastSessionAt?: string };

/** Adds two tallies. Of uses at the same time, those of the second one are later. */
export function addTallies(left: Tally | undefined, right: Tally): Tally {
  if (left === undefined) return right;
  const session = isLater(left.lastSessionAt, right.lastSessionAt) ? left : right;
  const { lastSession, lastSessionAt } = session;
  const names = new Set([...Object.keys(left.tools), ...Object.keys(right.tools)]);
  return {
    count: left.count + right.count,
    lastUsedAt: isLater(left.lastUsedAt, right.lastUsedAt) ? left.lastUsedAt : right.lastUsedAt,
    ...(lastSession !== undefined && lastSessionAt !== undefined && { lastSession, lastSessionAt }),
    tools: Object.fromEntries([...names].map((name) => [name, usesOf(left, name) + usesOf(right, name)])),
  };
}

function usesOf({ tools }: Tally, name: string): number {
  return Object.hasOwn(tools, name) ? (tools[name] ?? 0) : 0;
}

/** Whether a time is later than another one. Any time is later than none. */
function isLater(left: string | undefined, right: string | undefined): boolean {
  return left !== undefined && (right === undefined || Date.parse(left) > Date.parse(right));
}
