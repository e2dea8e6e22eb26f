import { isExclusion, type Rule } from "@precept/core";
import picomatch from "picomatch";

/** The baseline of the matching benches: a loop over compiled patterns, without an index. */
export interface PicomatchLoop {
  /** Returns the ids of the rules that apply to the files. */
  match(files: readonly string[]): Set<string>;
}

type Matcher = (path: string) => boolean;

/**
 * Compiles a pattern with picomatch. A pattern without a slash matches at any depth, which is picomatch's option `basename`. picomatch does not
 * support a leading slash; the workload has none.
 */
export function compileGlob(glob: string): Matcher {
  return picomatch(glob, { dot: true, basename: !glob.includes("/") });
}

/** Compiles each distinct pattern once, before the first match. */
export function createPicomatchLoop(rules: readonly Rule[]): PicomatchLoop {
  const always = rules.filter((rule) => rule.inclusion === "always").map((rule) => rule.id);
  const patterns = new Map<string, { readonly isMatch: Matcher; readonly includes: string[]; readonly excludes: string[] }>();
  const patternOf = (glob: string) => {
    let pattern = patterns.get(glob);
    if (pattern === undefined) patterns.set(glob, (pattern = { isMatch: compileGlob(glob), includes: [], excludes: [] }));
    return pattern;
  };
  for (const rule of rules) {
    for (const glob of rule.globs) {
      if (isExclusion(glob)) patternOf(glob.slice(1)).excludes.push(rule.id);
      else patternOf(glob).includes.push(rule.id);
    }
  }
  const all = [...patterns.values()];

  const matchOne = (file: string, applied: Set<string>): void => {
    const included: string[] = [];
    const excluded = new Set<string>();
    for (const { isMatch, includes, excludes } of all) {
      if (!isMatch(file)) continue;
      for (const id of includes) included.push(id);
      for (const id of excludes) excluded.add(id);
    }
    for (const id of included) if (!excluded.has(id)) applied.add(id);
  };
  return {
    match(files) {
      const applied = new Set(always);
      for (const file of files) matchOne(file, applied);
      return applied;
    },
  };
}
