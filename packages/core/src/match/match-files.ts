import { isExclusion } from "../glob/glob.ts";
import type { RuleMatch } from "../model/resolution.ts";
import type { Rule } from "../model/rule.ts";
import type { RuleIndex } from "./rule-index.ts";

/** What one pattern took in. All rules that have the pattern share it. */
interface Hit {
  readonly pattern: string;
  /** The positions of the files in the request, ascending. */
  readonly positions: readonly number[];
  readonly files: readonly string[];
}

/** What the patterns of one rule took in, and what its exclusions take away. */
interface Found {
  readonly hits: Hit[];
  excluded: Set<number> | undefined;
}

/** The rules whose globs take in at least one file, after exclusions. */
export function matchFiles(index: RuleIndex, files: readonly string[]): readonly RuleMatch[] {
  const matches: RuleMatch[] = [];
  const found = new Map<Rule, Found>();
  for (const [{ glob, uses }, positions] of index.globs.match(files.map((file) => file.split("/")))) {
    const hit: Hit = { pattern: glob, positions, files: filesAt(positions, files) };
    for (const { rule, excludes, answer } of uses) {
      if (answer !== undefined) {
        matches.push({ rule, reason: answer, matchedFiles: hit.files });
        continue;
      }
      let entry = found.get(rule);
      if (entry === undefined) found.set(rule, (entry = { hits: [], excluded: undefined }));
      if (excludes) entry.excluded = new Set([...(entry.excluded ?? []), ...positions]);
      else entry.hits.push(hit);
    }
  }
  for (const [rule, entry] of found) {
    const match = combine(rule, entry, files);
    if (match !== undefined) matches.push(match);
  }
  return matches;
}

function combine(rule: Rule, { hits, excluded }: Found, files: readonly string[]): RuleMatch | undefined {
  const [only] = hits;
  if (only === undefined) return undefined;
  if (hits.length === 1 && excluded === undefined) {
    return { rule, reason: { kind: "fileMatch", patterns: [only.pattern] }, matchedFiles: only.files };
  }
  const left = hits.filter((hit) => hit.positions.some((position) => excluded?.has(position) !== true));
  if (left.length === 0) return undefined;
  const taken = new Set(left.flatMap((hit) => hit.positions));
  const positions = [...taken].filter((position) => excluded?.has(position) !== true).toSorted((one, other) => one - other);
  const matching = new Set(left.map((hit) => hit.pattern));
  const patterns = patternsOf(rule).filter((pattern) => matching.has(pattern));
  return { rule, reason: { kind: "fileMatch", patterns }, matchedFiles: filesAt(positions, files) };
}

/** The patterns that take files in, in the rule's own order. Exclusions alone take away from everything. */
function patternsOf({ globs }: Rule): readonly string[] {
  const including = globs.filter((glob) => !isExclusion(glob));
  return including.length === 0 ? ["**"] : including;
}

function filesAt(positions: readonly number[], files: readonly string[]): readonly string[] {
  return positions.length === files.length ? files : positions.map((at) => files[at] ?? "");
}
