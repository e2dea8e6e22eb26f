import { GlobIndex, isExclusion } from "@precept/core";
import type { PatternSource } from "../model/pattern.ts";
import type { Policy } from "../model/policy.ts";
import { exceptionsOf, patternOf } from "./policy-pattern.ts";

interface GlobUse {
  readonly policy: Policy;
  readonly excludes: boolean;
}

/** What is worked out once for a list of policies, however many texts it is evaluated against. */
export interface PreparedPolicies {
  readonly patterns: ReadonlyMap<Policy, PatternSource>;
  /** Of the policies that have some. */
  readonly exceptions: ReadonlyMap<Policy, readonly PatternSource[]>;
  /** The policies with file patterns that are for this file. */
  readonly fittingFile: (file: string) => ReadonlySet<Policy>;
}

const prepared = new WeakMap<readonly Policy[], PreparedPolicies>();

/** Policies are values: a list that was prepared once stays prepared for as long as somebody holds it. */
export function preparePolicies(policies: readonly Policy[]): PreparedPolicies {
  let known = prepared.get(policies);
  if (known === undefined) prepared.set(policies, (known = prepare(policies)));
  return known;
}

function prepare(policies: readonly Policy[]): PreparedPolicies {
  const index = new GlobIndex<GlobUse>();
  const patterns = new Map<Policy, PatternSource>();
  const exceptions = new Map<Policy, readonly PatternSource[]>();
  const exclusionsOnly: Policy[] = [];
  for (const policy of policies) {
    const { filePatterns } = policy.match;
    for (const glob of filePatterns) {
      const excludes = isExclusion(glob);
      index.add(excludes ? glob.slice(1) : glob, "", { policy, excludes });
    }
    if (filePatterns.length > 0 && filePatterns.every(isExclusion)) exclusionsOnly.push(policy);
    const pattern = patternOf(policy);
    if (pattern !== undefined) patterns.set(policy, pattern);
    if (policy.match.unless.length > 0) exceptions.set(policy, exceptionsOf(policy));
  }
  return { patterns, exceptions, fittingFile: (file) => findFitting(file, index, exclusionsOnly) };
}

function findFitting(file: string, index: GlobIndex<GlobUse>, exclusionsOnly: readonly Policy[]): ReadonlySet<Policy> {
  const fitting = new Set(exclusionsOnly);
  const excluded = new Set<Policy>();
  for (const { uses } of index.match([file.split("/")]).keys()) {
    for (const { policy, excludes } of uses) (excludes ? excluded : fitting).add(policy);
  }
  for (const policy of excluded) fitting.delete(policy);
  return fitting;
}
