import type { PolicyMatch } from "../model/policy.ts";

/**
 * The required literals of each pattern that a prefilter searches for, in the order of `prefilterPatternsOf`; null for
 * a pattern that requires none.
 */
export type CompiledLiterals = readonly (readonly string[] | null)[];

/** Keyed by the `match` of a policy, because copies of the policy share it. */
const compiled = new WeakMap<PolicyMatch, CompiledLiterals>();

/** Assigns compiled literals to a policy. Its patterns get them when the policy is first evaluated. */
export function assignCompiledLiterals(match: PolicyMatch, literals: CompiledLiterals): void {
  compiled.set(match, literals);
}

/** Returns the compiled literals of a policy. Undefined if it was not compiled. */
export function compiledLiteralsOf(match: PolicyMatch): CompiledLiterals | undefined {
  return compiled.get(match);
}
