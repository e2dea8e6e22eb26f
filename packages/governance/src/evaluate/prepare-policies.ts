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
  const patterns = new Map<Policy, PatternSource>();
  const exceptions = new Map<Policy, readonly PatternSource[]>();
  for (const policy of policies) {
    const pattern = patternOf(policy);
    if (pattern !== undefined) patterns.set(policy, pattern);
    if (policy.match.unless.length > 0) exceptions.set(policy, exceptionsOf(policy));
  }
  let globs: PolicyGlobs | undefined;
  return { patterns, exceptions, policiesForFile: (file) => matchFile(file, (globs ??= indexGlobs(policies))) };
}

interface PolicyGlobs {
  readonly index: GlobIndex<PolicyGlob>;
  readonly withExclusionsOnly: readonly Policy[];
}

/** Indexes the file patterns of policies. Only done for a file, because a process that checks a command does not need it. */
function indexGlobs(policies: readonly Policy[]): PolicyGlobs {
  const index = new GlobIndex<PolicyGlob>();
  for (const policy of policies) {
    for (const glob of policy.match.filePatterns) {
      const excludes = isExclusion(glob);
      index.add(excludes ? glob.slice(1) : glob, "", { policy, excludes });
    }
  }
  const withExclusionsOnly = policies.filter(
    ({ match: { filePatterns } }) => filePatterns.length > 0 && filePatterns.every(isExclusion),
  );
  return { index, withExclusionsOnly };
}

function matchFile(file: string, { index, withExclusionsOnly }: PolicyGlobs): ReadonlySet<Policy> {
  const included = new Set(withExclusionsOnly);
  const excluded = new Set<Policy>();
  for (const { uses } of index.match([file.split("/")]).keys()) {
    for (const { policy, excludes } of uses) (excludes ? excluded : included).add(policy);
  }
  for (const policy of excluded) included.delete(policy);
  return included;
}
