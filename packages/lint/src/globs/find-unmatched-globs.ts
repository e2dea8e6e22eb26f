import { GlobIndex, isExclusion, parseGlob, inclusionTable, type Conflict, type Rule, scopeTable } from "@precept/core";
import { missingDirectory, ProjectPaths, suggestPath } from "./suggest-path.ts";

export interface UnmatchedGlob {
  readonly rule: Rule;
  readonly glob: string;
  /** Whether no glob of the rule matches a file, so that the rule never applies. */
  readonly isUnreachable: boolean;
  /** A suggested correction, as a sentence. */
  readonly suggestion?: string;
}

const maxSuggestions = 100;

/**
 * Finds the globs of project rules that match no file. If another glob of the rule matches, a glob is only returned if
 * it names a missing directory: a rule for several kinds of files need not match all of them yet.
 *
 * @param files all files of the project, relative to it, with `/` between segments.
 */
export function findUnmatchedGlobs(rules: readonly Rule[], files: readonly string[]): readonly UnmatchedGlob[] {
  const subjects = rules.filter(
    ({ scope, inclusion, enabled }) =>
      scopeTable[scope].isProjectWide && inclusionTable[inclusion].trigger === "files" && enabled,
  );
  const matched = findMatched(subjects, files);
  const paths = new ProjectPaths(files);
  const found = subjects.flatMap((rule) => {
    const base = rule.origin.base ?? "";
    const included = rule.globs.filter((glob) => !isExclusion(glob));
    const unmatched = included.filter((glob) => !matched.has(keyOf(glob, base)) && parseGlob(glob) !== undefined);
    const isUnreachable = unmatched.length > 0 && unmatched.length === included.length;
    return unmatched
      .filter(
        (glob) => isUnreachable || parseGlob(glob, base)?.every((one) => missingDirectory(one, paths) !== undefined) === true,
      )
      .map((glob) => ({ rule, glob, isUnreachable }));
  });
  return found.map((one, index) => {
    const suggestion = index < maxSuggestions ? suggestPath(one.glob, one.rule.origin.base ?? "", paths) : undefined;
    return { ...one, ...(suggestion !== undefined && { suggestion }) };
  });
}

function findMatched(rules: readonly Rule[], files: readonly string[]): ReadonlySet<string> {
  const unmatched = new GlobIndex<Rule>();
  for (const rule of rules) {
    for (const glob of rule.globs) if (!isExclusion(glob)) unmatched.add(glob, rule.origin.base ?? "", rule);
  }
  const matched = new Set<string>();
  for (const file of files) {
    for (const { glob, base, uses } of unmatched.match([file.split("/")])) {
      matched.add(keyOf(glob, base));
      // A matched glob need not be matched again.
      for (const rule of uses) unmatched.remove(glob, base, rule);
    }
  }
  return matched;
}

/** The rules that never apply because no file matches their globs, as conflicts. */
export function findUnreachableRules(rules: readonly Rule[], files: readonly string[]): readonly Conflict[] {
  const unreachable = new Map<Rule, UnmatchedGlob[]>();
  for (const one of findUnmatchedGlobs(rules, files)) {
    if (one.isUnreachable) unreachable.set(one.rule, [...(unreachable.get(one.rule) ?? []), one]);
  }
  return [...unreachable].map(([{ id, name }, globs]) => {
    const [first] = globs;
    const rest =
      globs.length === 1
        ? ""
        : `, nor ${globs.length === 2 ? "the rule's other pattern" : `the rule's ${globs.length - 1} other patterns`}`;
    const why = `"${name}" never applies: no file of the project matches ${first?.glob ?? ""}${rest}.`;
    const suggestion = first?.suggestion;
    return { kind: "unreachableGlob", ids: [id], names: [name], detail: suggestion === undefined ? why : `${why} ${suggestion}` };
  });
}

function keyOf(glob: string, base: string): string {
  return `${base}\0${glob}`;
}
