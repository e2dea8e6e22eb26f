import { isExclusion, printYaml, splitGlobs, type Json } from "@precept/core";
import type { Header } from "../../format/header-format.ts";
import type { continueDiagnostics } from "./diagnostics.ts";
import { fromRootedGlob } from "../../globs/rooted.ts";
import { fromColocatedGlob } from "./spec.ts";

/**
 * Reads `globs` as Continue does (https://github.com/continuedev/continue, `matchesGlobs` and `getGlobPattern`).
 *
 * @param isColocated whether the file is a `rules.md`, whose patterns are relative to its directory.
 * @returns patterns in Precept's syntax. An empty list matches no file; undefined means that `globs` is not set.
 */
export function readGlobs(header: Header<typeof continueDiagnostics>, isColocated: boolean): readonly string[] | undefined {
  const value = header.value("globs");
  if (isFalsy(value)) return undefined;
  if (Array.isArray(value) && value.length === 0) {
    header.report("continue/empty-globs", "globs");
    return ["**"];
  }
  const patterns = Array.isArray(value) ? value : [value];
  if (!patterns.every((pattern) => typeof pattern === "string")) {
    header.report("continue/unusable-globs", "globs");
    return [];
  }
  const separate = typeof value === "string" ? splitGlobs(value) : [];
  if (separate.length > 1) header.reportFixable("continue/comma-globs", "globs", printYaml(separate));
  const nonEmpty = patterns.filter((pattern) => pattern.trim() !== "");
  return isColocated ? convertColocated(nonEmpty, header) : convertRooted(nonEmpty, header);
}

/** Whether a value is falsy in JavaScript, which Continue treats like a missing key. */
export function isFalsy(value: Json | undefined): boolean {
  return value === undefined || value === null || value === "" || value === false || value === 0;
}

/** A pattern with a leading `/` or `./`, or a trailing slash, matches nothing. A leading `#` starts a comment. */
function convertRooted(patterns: readonly string[], header: Header<typeof continueDiagnostics>): readonly string[] {
  const live = removeDead(patterns, /^!?(?:\.?\/|#)|\/$/, header);
  // If all patterns are exclusions and none has an effect, every file matches.
  const matchesAll = live.length === 0 && patterns.length > 0 && patterns.every(isExclusion);
  return matchesAll ? ["**"] : live.map(fromRootedGlob);
}

/** `!` does not exclude files here: after the directory prefix it is a literal character. */
function convertColocated(patterns: readonly string[], header: Header<typeof continueDiagnostics>): readonly string[] {
  return removeDead(patterns, /^!|^\.\/|\/$/, header).map(fromColocatedGlob);
}

/** Removes and reports patterns that match no file in Continue. */
function removeDead(patterns: readonly string[], dead: RegExp, header: Header<typeof continueDiagnostics>): readonly string[] {
  const isDead = (pattern: string): boolean => dead.test(pattern);
  for (const pattern of patterns.filter(isDead)) {
    header.report("continue/dead-glob", "globs", `The pattern "${pattern}" matches no file in Continue.`);
  }
  return patterns.filter((pattern) => !isDead(pattern));
}
