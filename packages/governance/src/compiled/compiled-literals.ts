import type { PolicyMatch } from "../model/policy.ts";

/**
 * The required literals of each pattern that a prefilter searches for, in the order of `prefilterPatternsOf`; null for
 * a pattern that requires none.
 */
export type CompiledLiterals = readonly (readonly string[] | null)[];

/** By the `match` of a policy, which a policy with other settings shares. */
const compiled = new WeakMap<PolicyMatch, CompiledLiterals>();

/** Assigns compiled literals to a policy. They are given to its patterns when the policy is first evaluated. */
export function assignCompiledLiterals(match: PolicyMatch, literals: CompiledLiterals): void {
  compiled.set(match, literals);
}

/** Returns the compiled literals of a policy. Undefined if it was not compiled. */
export function compiledLiteralsOf(match: PolicyMatch): CompiledLiterals | undefined {
  return compiled.get(match);
}
