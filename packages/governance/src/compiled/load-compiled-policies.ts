import { deepFreeze } from "@precept/core";
import { prefilterPatternsOf } from "../evaluate/policy-expressions.ts";
import type { Expression, Policy, PolicyTests } from "../model/policy.ts";
import type { LocatedPolicy, ParsedPolicies } from "../parse/parse-policies.ts";
import type { KnownLiterals } from "../prefilter/known-literals.ts";
import type { CompiledDocument } from "./compile-policies.ts";
import { reverseText } from "./reverse-text.ts";

/** Policies that were read from their compiled form. */
export interface LoadedPolicies extends ParsedPolicies {
  /** The required literals of the patterns of all policies. */
  readonly literals: KnownLiterals;
}

/**
 * Loads policies that `compilePolicies` compiled. They equal the parsed policies; their tests are read on first use.
 *
 * @param compiled from a place that only the user or Precept itself writes, because it is not validated.
 * @throws SyntaxError or TypeError if the text is damaged.
 */
export function loadCompiledPolicies(compiled: string): LoadedPolicies {
  const document = JSON.parse(compiled) as CompiledDocument;
  let tests: readonly PolicyTests[] | undefined;
  const testsAt = (at: number): PolicyTests => {
    tests ??= deepFreeze(JSON.parse(reverseText(document.tests)) as PolicyTests[]);
    return tests[at] ?? { valid: [], invalid: [] };
  };
  const policies = document.policies.map(({ policy, location }, at): LocatedPolicy => {
    for (const value of Object.values(policy)) deepFreeze(value);
    Object.defineProperty(policy, "tests", { enumerable: true, get: () => testsAt(at) });
    return { policy: Object.freeze(policy) as Policy, location };
  });
  return { policies, diagnostics: document.diagnostics, literals: literalsIn(policies, document.literals) };
}

/** Assigns the compiled literals to the patterns of the policies. */
function literalsIn(policies: readonly LocatedPolicy[], compiled: CompiledDocument["literals"]): KnownLiterals {
  const known = new Map<string, readonly string[] | null>();
  for (const [at, { policy }] of policies.entries()) {
    for (const [index, pattern] of prefilterPatternsOf(policy).entries()) {
      const literals = compiled[at]?.[index];
      if (literals !== undefined) known.set(keyOf(pattern), literals);
    }
  }
  return { get: (pattern) => known.get(keyOf(pattern)) };
}

function keyOf({ source, flags }: Expression): string {
  return `${flags}/${source}`;
}
