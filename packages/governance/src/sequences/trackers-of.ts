import { getOrInsertComputed } from "../get-or-insert-computed.ts";
import type { Policy, PolicyMatch } from "../model/policy.ts";

/** The blocks of a sequence as policies, which `evaluate` accepts. Lists, because prepared lists are cached. */
export interface SequenceTrackers {
  readonly after: readonly Policy[];
  readonly unless: readonly Policy[];
}

const cache = new WeakMap<Policy, SequenceTrackers>();

export function trackersOf(policy: Policy): SequenceTrackers {
  const { after, unless } = policy.sequence ?? {};
  return getOrInsertComputed(cache, policy, () => ({ after: track(policy, after), unless: track(policy, unless) }));
}

/** Returns a policy, and the blocks of its sequence as policies, so that all patterns are found. */
export function partsOf(policy: Policy): readonly Policy[] {
  const { after, unless } = trackersOf(policy);
  return [policy, ...after, ...unless];
}

function track(policy: Policy, match: PolicyMatch | undefined): readonly Policy[] {
  if (match === undefined) return [];
  // Not with a spread, which would read the tests of a compiled policy from a file.
  const keys = (Object.keys(policy) as (keyof Policy)[]).filter((key) => key !== "tests" && key !== "sequence");
  const shared = Object.fromEntries(keys.map((key) => [key, policy[key]])) as unknown as Omit<Policy, "tests" | "sequence">;
  return [{ ...shared, match, mode: "enforce", enabled: true, phases: [], tests: { valid: [], invalid: [] } }];
}
