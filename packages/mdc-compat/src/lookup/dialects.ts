import type { Dialect } from "../model/dialect.ts";
import { ruleFiles } from "../tables/rule-files.ts";
import { dialectIds } from "../tools.ts";

/** All dialects, in order of precedence. */
export const dialects: readonly Dialect[] = Object.values(ruleFiles).map(({ dialect }) => dialect);

/**
 * Finds a dialect by id or alias, ignoring case.
 *
 * @example
 * ```ts
 * import { findDialect } from "@precept/mdc-compat";
 *
 * const copilot = findDialect("vscode");
 * console.log(copilot?.title, copilot?.formats.flatMap(({ locations }) => locations.map(({ dir }) => dir)));
 * ```
 */
export function findDialect(name: string): Dialect | undefined {
  const wanted = name.trim().toLowerCase();
  return dialects.find(({ id, aliases }) => id === wanted || aliases.includes(wanted));
}

/** Lists every name that `findDialect` accepts: all ids, then all aliases. */
export function dialectNames(): readonly string[] {
  return [...dialectIds, ...dialects.flatMap(({ aliases }) => aliases)];
}
