import type { Policy, PolicyMatch } from "../model/policy.ts";

/**
 * The blocks of a sequence as policies, so that they are evaluated like any other match. Lists, because prepared lists
 * are cached.
 */
export interface SequenceTrackers {
  readonly after: readonly Policy[];
  readonly unless: readonly Policy[];
}

const cache = new WeakMap<Policy, SequenceTrackers>();

/** Returns the blocks of the sequence of a policy as policies. */
export function trackersOf(policy: Policy): SequenceTrackers {
  let trackers = cache.get(policy);
  if (trackers === undefined) {
    const { after, unless } = policy.sequence ?? {};
    trackers = { after: track(policy, after), unless: track(policy, unless) };
    cache.set(policy, trackers);
  }
  return trackers;
}

/** Returns a policy, and the blocks of its sequence as policies: everything that has patterns. */
export function partsOf(policy: Policy): readonly Policy[] {
  const { after, unless } = trackersOf(policy);
  return [policy, ...after, ...unless];
}

function track(policy: Policy, match: PolicyMatch | undefined): readonly Policy[] {
  if (match === undefined) return [];
  // Not with a spread: the tests of a compiled policy are read from a file when they are used.
  const keys = (Object.keys(policy) as (keyof Policy)[]).filter((key) => key !== "tests" && key !== "sequence");
  const shared = Object.fromEntries(keys.map((key) => [key, policy[key]])) as unknown as Omit<Policy, "tests" | "sequence">;
  return [{ ...shared, match, mode: "enforce", enabled: true, phases: [], tests: { valid: [], invalid: [] } }];
}
