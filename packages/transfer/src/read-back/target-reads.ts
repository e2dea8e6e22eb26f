import type { Rule } from "@precept/core";
import { dialects, type Dialect, findReads, type ParsableRead } from "@precept/mdc-compat";

/** The files that a target reads, by path. Files that it reads only with another setting, or not at all, are absent. */
export type TargetReads = ReadonlyMap<string, ParsableRead>;

export function findTargetReads(target: Dialect, paths: Iterable<string>): TargetReads {
  if (!dialects.includes(target)) return new Map();
  return findReads(target.id, [...new Set(paths)]).read;
}

/** Returns how a target reads a file with a rule. Undefined if it does not read it, or for another directory. */
export function findRead(
  reads: TargetReads,
  { path, rule }: { readonly path: string; readonly rule: Rule },
): ParsableRead | undefined {
  const read = reads.get(path);
  return read?.base === (rule.origin.base ?? "") ? read : undefined;
}

/**
 * Whether a target reads a file in every session, on every machine, so that it needs no other file with the same rules.
 * Claude Code does not read `AGENTS.md` like that: versions before 2.1.277 ignore it, and others if there is a personal
 * `CLAUDE.local.md`. So `CLAUDE.md` imports it.
 */
export function isReliable(read: ParsableRead, target: Dialect): boolean {
  return !read.canBeHidden && isReadAlways(read, target);
}

/**
 * Whether the current version of a target reads a file in every session. Some tools read the file of a subdirectory
 * only when they run there. If the target has a file for each directory, a file of another tool there does as well.
 */
export function isReadAlways({ reason, base }: ParsableRead, { output }: Dialect): boolean {
  return reason === undefined || (base !== "" && output.kind === "joined" && output.nested);
}
