import { getOrInsertComputed } from "../get-or-insert-computed.ts";
import type { Policy, PolicyMatch } from "../model/policy.ts";
import { assignLiterals } from "../prefilter/known-literals.ts";
import { prefilterPatternsIn, prepareBlock, type PreparedBlock } from "./prepared-block.ts";

/**
 * The required literals of each pattern that a prefilter searches for, in the order of `prefilterPatternsOf`; null for
 * a pattern that requires none.
 */
export type CompiledLiterals = readonly (readonly string[] | null)[];

/**
 * The literals of compiled policies, which their patterns get when the policy is first evaluated. Keyed by the `match`
 * of a policy, because copies of the policy share it.
 */
export const compiledLiterals: WeakMap<PolicyMatch, CompiledLiterals> = new WeakMap();

/** Keyed by policy, not by list: a check of some policies creates a new list. */
const blockCache = new WeakMap<Policy, PreparedBlock>();

/** Prepares the match of one policy. The result is cached for as long as the policy is reachable. */
export function blockOf(policy: Policy): PreparedBlock {
  return getOrInsertComputed(blockCache, policy, () => {
    const block = prepareBlock(policy);
    const literals = compiledLiterals.get(policy.match);
    if (literals !== undefined) {
      for (const [at, pattern] of prefilterPatternsIn(block).entries()) assignLiterals(pattern, literals[at] ?? null);
    }
    return block;
  });
}
