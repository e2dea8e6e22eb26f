import { isExclusion } from "../glob/glob.ts";
import type { RuleMatch } from "../model/resolution.ts";
import type { Rule } from "../model/rule.ts";
import type { RuleLookup } from "./rule-lookup.ts";

/** The files that a pattern matches. All rules with the pattern share it. */
interface PatternMatch {
  readonly pattern: string;
  /** The indexes of the files in the request, ascending. */
  readonly positions: readonly number[];
  readonly files: readonly string[];
}

/** The matches of the patterns of one rule, and the indexes of the files that its exclusions match. */
interface RuleMatches {
  readonly included: PatternMatch[];
  excluded: Set<number> | undefined;
}

/** Finds the rules whose globs match at least one file that they do not exclude. */
export function matchFiles(index: RuleLookup, files: readonly string[]): readonly RuleMatch[] {
  const matches: RuleMatch[] = [];
  const found = new Map<Rule, RuleMatches>();
  for (const { glob, uses, positions } of index.matchGlobs(files.map((file) => file.split("/")))) {
    const match: PatternMatch = { pattern: glob, positions, files: filesAt(positions, files) };
    for (const { rule, excludes, reason } of uses) {
      if (reason !== undefined) {
        matches.push({ rule, reason, matchedFiles: match.files });
        continue;
      }
      let entry = found.get(rule);
      if (entry === undefined) found.set(rule, (entry = { included: [], excluded: undefined }));
      if (excludes) entry.excluded = new Set([...(entry.excluded ?? []), ...positions]);
      else entry.included.push(match);
    }
  }
  for (const [rule, entry] of found) {
    const combined = combine(rule, entry, files);
    if (combined !== undefined) matches.push(combined);
  }
  return matches;
}

function combine(rule: Rule, { included, excluded }: RuleMatches, files: readonly string[]): RuleMatch | undefined {
  const [only] = included;
  if (only === undefined) return undefined;
  if (included.length === 1 && excluded === undefined) {
    return { rule, reason: { kind: "fileMatch", patterns: [only.pattern] }, matchedFiles: only.files };
  }
  const remaining = included.filter((match) => match.positions.some((position) => excluded?.has(position) !== true));
  if (remaining.length === 0) return undefined;
  const all = new Set(remaining.flatMap((match) => match.positions));
  const positions = [...all].filter((position) => excluded?.has(position) !== true).toSorted((one, other) => one - other);
  const matching = new Set(remaining.map((match) => match.pattern));
  const patterns = patternsOf(rule).filter((pattern) => matching.has(pattern));
  return { rule, reason: { kind: "fileMatch", patterns }, matchedFiles: filesAt(positions, files) };
}

/** The including globs of a rule, in its order. A rule with only exclusions includes all other files. */
function patternsOf({ globs }: Rule): readonly string[] {
  const including = globs.filter((glob) => !isExclusion(glob));
  return including.length === 0 ? ["**"] : including;
}

function filesAt(positions: readonly number[], files: readonly string[]): readonly string[] {
  return positions.length === files.length ? files : positions.map((at) => files[at] ?? "");
}
