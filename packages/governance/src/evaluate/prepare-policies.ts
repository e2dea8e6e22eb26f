import { GlobIndex, isExclusion } from "@precept/core";
import type { PatternSource } from "../model/pattern.ts";
import type { Policy } from "../model/policy.ts";
import { exceptionsOf, patternOf } from "./policy-pattern.ts";

interface PolicyGlob {
  readonly policy: Policy;
  readonly excludes: boolean;
}

/** What is derived from a list of policies once, for all texts. */
export interface PreparedPolicies {
  readonly patterns: ReadonlyMap<Policy, PatternSource>;
  /** The `unless` patterns of the policies that have any. */
  readonly exceptions: ReadonlyMap<Policy, readonly PatternSource[]>;
  /** Returns the policies with file patterns that match a file. */
  readonly policiesForFile: (file: string) => ReadonlySet<Policy>;
}

const cache = new WeakMap<readonly Policy[], PreparedPolicies>();

/** Prepares a list of policies. The result is cached for as long as the list is reachable. */
export function preparePolicies(policies: readonly Policy[]): PreparedPolicies {
  let prepared = cache.get(policies);
  if (prepared === undefined) cache.set(policies, (prepared = prepare(policies)));
  return prepared;
}

function prepare(policies: readonly Policy[]): PreparedPolicies {
  const index = new GlobIndex<PolicyGlob>();
  const patterns = new Map<Policy, PatternSource>();
  const exceptions = new Map<Policy, readonly PatternSource[]>();
  const withExclusionsOnly: Policy[] = [];
  for (const policy of policies) {
    const { filePatterns } = policy.match;
    for (const glob of filePatterns) {
      const excludes = isExclusion(glob);
      index.add(excludes ? glob.slice(1) : glob, "", { policy, excludes });
    }
    if (filePatterns.length > 0 && filePatterns.every(isExclusion)) withExclusionsOnly.push(policy);
    const pattern = patternOf(policy);
    if (pattern !== undefined) patterns.set(policy, pattern);
    if (policy.match.unless.length > 0) exceptions.set(policy, exceptionsOf(policy));
  }
  return { patterns, exceptions, policiesForFile: (file) => matchFile(file, index, withExclusionsOnly) };
}

function matchFile(file: string, index: GlobIndex<PolicyGlob>, withExclusionsOnly: readonly Policy[]): ReadonlySet<Policy> {
  const included = new Set(withExclusionsOnly);
  const excluded = new Set<Policy>();
  for (const { uses } of index.match([file.split("/")]).keys()) {
    for (const { policy, excludes } of uses) (excludes ? excluded : included).add(policy);
  }
  for (const policy of excluded) included.delete(policy);
  return included;
}
