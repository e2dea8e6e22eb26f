import { GlobIndex, isExclusion } from "@precept/core";
import { compiledLiteralsOf } from "../compiled/compiled-literals.ts";
import type { Policy, PolicyMatch } from "../model/policy.ts";
import { assignLiterals } from "../prefilter/known-literals.ts";
import { prefilterPatternsIn } from "./block-prefilter.ts";
import { prepareBlock, type PreparedBlock } from "./prepared-block.ts";

interface MatchGlob {
  readonly match: PolicyMatch;
  readonly excludes: boolean;
}

const globCache = new WeakMap<readonly Policy[], MatchGlobs>();
/** Policies live longer than lists of them: a check of some policies only has a list of its own. */
const blockCache = new WeakMap<Policy, PreparedBlock>();

/** Returns the conditions with file patterns that match a file. The patterns are indexed once, for as long as the list of policies is reachable. */
export function matchesForFile(policies: readonly Policy[], file: string): ReadonlySet<PolicyMatch> {
  let globs = globCache.get(policies);
  if (globs === undefined) globCache.set(policies, (globs = indexGlobs(policies)));
  return matchFile(file, globs);
}

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

interface MatchGlobs {
  readonly index: GlobIndex<MatchGlob>;
  /** Globs in lower case, of conditions that ignore case. Undefined without such conditions. */
  readonly caselessIndex: GlobIndex<MatchGlob> | undefined;
  readonly withExclusionsOnly: readonly PolicyMatch[];
}

/** Indexes the file patterns of policies. Only done for a file, because a process that checks a command does not need it. */
function indexGlobs(policies: readonly Policy[]): MatchGlobs {
  const index = new GlobIndex<MatchGlob>();
  let caselessIndex: GlobIndex<MatchGlob> | undefined;
  const withExclusionsOnly: PolicyMatch[] = [];
  for (const match of policies.flatMap((policy) => [...matchesIn(policy.match)])) {
    const { filePatterns, ignoresCase = false } = match;
    for (const glob of filePatterns) {
      const excludes = isExclusion(glob);
      const included = excludes ? glob.slice(1) : glob;
      const use = { match, excludes };
      if (ignoresCase) (caselessIndex ??= new GlobIndex()).add(foldCase(included), "", use);
      else index.add(included, "", use);
    }
    if (filePatterns.length > 0 && filePatterns.every(isExclusion)) withExclusionsOnly.push(match);
  }
  return { index, caselessIndex, withExclusionsOnly };
}

/** The conditions of a match, and those in it. */
function* matchesIn(match: PolicyMatch): Iterable<PolicyMatch> {
  yield match;
  for (const inner of [...match.all, ...match.any, ...match.absent]) yield* matchesIn(inner);
}

function matchFile(file: string, { index, caselessIndex, withExclusionsOnly }: MatchGlobs): ReadonlySet<PolicyMatch> {
  const included = new Set(withExclusionsOnly);
  const excluded = new Set<PolicyMatch>();
  const matching = [
    ...index.match([file.split("/")]).keys(),
    ...(caselessIndex?.match([foldCase(file).split("/")]).keys() ?? []),
  ];
  for (const { uses } of matching) {
    for (const { match, excludes } of uses) (excludes ? excluded : included).add(match);
  }
  for (const match of excluded) included.delete(match);
  return included;
}

/** Upper case first, because file systems that ignore case treat `ſ` like `s`, and `K` (the Kelvin sign) like `k`. */
function foldCase(text: string): string {
  return text.toUpperCase().toLowerCase();
}
