import { isExclusion, printYaml, splitGlobs, type Json } from "@precept/core";
import type { Header } from "../../format/header-format.ts";
import { fromRootedGlob } from "../../globs/rooted.ts";
import { fromColocatedGlob } from "./colocated-glob.ts";

/**
 * Reads `globs` as Continue does (https://github.com/continuedev/continue, `matchesGlobs` and `getGlobPattern`).
 *
 * @param isColocated whether the file is a `rules.md`, whose patterns are put behind its directory.
 * @returns patterns in the canonical language, none where no file can match; undefined where `globs` says nothing.
 */
export function readGlobs(header: Header, isColocated: boolean): readonly string[] | undefined {
  const value = header.value("globs");
  if (isNothing(value)) return undefined;
  if (Array.isArray(value) && value.length === 0) {
    header.report("continue/empty-globs", "globs");
    return ["**"];
  }
  const patterns = Array.isArray(value) ? value : [value];
  if (!patterns.every((pattern) => typeof pattern === "string")) {
    header.report("continue/unusable-globs", "globs");
    return [];
  }
  const apart = typeof value === "string" ? splitGlobs(value) : [];
  if (apart.length > 1) header.reportFixable("continue/comma-globs", "globs", printYaml(apart));
  const filled = patterns.filter((pattern) => pattern.trim() !== "");
  return isColocated ? understandColocated(filled, header) : understandRooted(filled, header);
}

/** What JavaScript takes for false. */
export function isNothing(value: Json | undefined): boolean {
  return value === undefined || value === null || value === "" || value === false || value === 0;
}

/** Paths in the context have no slash and no dot in front, and a pattern that begins with `#` is a comment. */
function understandRooted(patterns: readonly string[], header: Header): readonly string[] {
  const alive = withoutDead(patterns, /^!?(?:\.?\/|#)|\/$/, header);
  // Patterns that take away nothing leave everything.
  const all = alive.length === 0 && patterns.length > 0 && patterns.every(isExclusion);
  return all ? ["**"] : alive.map(fromRootedGlob);
}

/** Behind the directory, an exclamation mark is a character like any other. */
function understandColocated(patterns: readonly string[], header: Header): readonly string[] {
  return withoutDead(patterns, /^!|^\.\/|\/$/, header).map(fromColocatedGlob);
}

function withoutDead(patterns: readonly string[], dead: RegExp, header: Header): readonly string[] {
  const isDead = (pattern: string): boolean => dead.test(pattern);
  for (const pattern of patterns.filter(isDead)) {
    header.report("continue/dead-glob", "globs", `The pattern "${pattern}" matches no file in Continue.`);
  }
  return patterns.filter((pattern) => !isDead(pattern));
}
