import { compiledLiteralsOf } from "./compiled-literals.ts";
import type { Policy } from "../model/policy.ts";
import { assignLiterals } from "../prefilter/known-literals.ts";
import { prefilterPatternsIn, prepareBlock, type PreparedBlock } from "./prepared-block.ts";

/** Keyed by policy, not by list: a check of some policies creates a new list. */
const blockCache = new WeakMap<Policy, PreparedBlock>();

/** Prepares the match of one policy. The result is cached for as long as the policy is reachable. */
export function blockOf(policy: Policy): PreparedBlock {
  let block = blockCache.get(policy);
  if (block === undefined) {
    blockCache.set(policy, (block = prepareBlock(policy)));
    const literals = compiledLiteralsOf(policy.match);
    if (literals !== undefined) {
      for (const [at, pattern] of prefilterPatternsIn(block).entries()) assignLiterals(pattern, literals[at] ?? null);
    }
  }
  return block;
}
