import { getOrInsertComputed } from "../get-or-insert-computed.ts";
import { GlobIndex, isExclusion, matchesGlob } from "@precept/core";
import type { Policy, PolicyMatch } from "../model/policy.ts";
import { matchesIn } from "../prepare/policy-pattern.ts";

/** The conditions with file patterns that match a file. */
export type FileFilter = Pick<ReadonlySet<PolicyMatch>, "has">;

interface MatchGlob {
  readonly match: PolicyMatch;
  readonly excludes: boolean;
}

/** The patterns of a list of policies: compared with the first file one by one, or indexed. */
type ListPatterns = FirstFileFilter | MatchGlobs;

const patternCache = new WeakMap<readonly Policy[], ListPatterns>();

/**
 * Returns which conditions with file patterns match a file. The patterns are indexed for the second file, because a
 * process that checks one file does not need them all. The index lives as long as the list of policies.
 */
export function filterForFile(policies: readonly Policy[], file: string): FileFilter {
  const known = patternCache.get(policies);
  if (known === undefined || (known instanceof FirstFileFilter && known.file === file)) {
    const filter = known ?? new FirstFileFilter(file);
    patternCache.set(policies, filter);
    return filter;
  }
  const patterns = known instanceof FirstFileFilter ? indexGlobs(policies) : known;
  patternCache.set(policies, patterns);
  return matchFile(file, patterns);
}

/** Compares a file with the patterns of a condition on demand, each pattern once. */
class FirstFileFilter implements FileFilter {
  readonly file: string;
  readonly #results = new Map<string, boolean>();

  constructor(file: string) {
    this.file = file;
  }

  has({ filePatterns, ignoresCase: isCaseless }: PolicyMatch): boolean {
    const ignoresCase = isCaseless === true;
    const excluding = filePatterns.filter(isExclusion);
    const isIncluded =
      (excluding.length === filePatterns.length && excluding.length > 0) ||
      filePatterns.some((glob) => !isExclusion(glob) && this.#matches(glob, ignoresCase));
    return isIncluded && !excluding.some((glob) => this.#matches(glob.slice(1), ignoresCase));
  }

  #matches(glob: string, ignoresCase: boolean): boolean {
    const fold = ignoresCase ? foldCase : (text: string) => text;
    return getOrInsertComputed(this.#results, `${ignoresCase ? "i" : "c"}${fold(glob)}`, () =>
      matchesGlob(fold(glob), fold(this.file)),
    );
  }
}

interface MatchGlobs {
  readonly index: GlobIndex<MatchGlob>;
  /** Globs in lower case, for conditions that ignore case. Undefined without such conditions. */
  readonly caselessIndex: GlobIndex<MatchGlob> | undefined;
  readonly withExclusionsOnly: readonly PolicyMatch[];
}

function indexGlobs(policies: readonly Policy[]): MatchGlobs {
  const index = new GlobIndex<MatchGlob>();
  let caselessIndex: GlobIndex<MatchGlob> | undefined;
  const withExclusionsOnly: PolicyMatch[] = [];
  for (const match of policies.flatMap((policy) => matchesIn(policy.match))) {
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

function matchFile(file: string, { index, caselessIndex, withExclusionsOnly }: MatchGlobs): FileFilter {
  const included = new Set(withExclusionsOnly);
  const excluded = new Set<PolicyMatch>();
  const matching = [...index.match([file.split("/")]), ...(caselessIndex?.match([foldCase(file).split("/")]) ?? [])];
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
