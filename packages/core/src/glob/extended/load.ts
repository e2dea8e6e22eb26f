import type { compileExtended } from "./compile.ts";
import type { ExpressionMatcher } from "./expression-matcher.ts";
import { isExtended } from "./find-groups.ts";

/** The number of compiled patterns in the cache. */
const maxCached = 1000;

const matchers = new Map<string, ExpressionMatcher | undefined>();
let compile: typeof compileExtended | undefined;
let loading: Promise<void> | undefined;

/**
 * Loads the code that matches extended globs such as `+(a|b)` and `[[:alpha:]]`, which most programs do not need. The
 * asynchronous functions of Precept do it themselves. Call it before `matchesGlob`, `matchRules` or a `GlobIndex`
 * matches such a glob.
 *
 * @example
 * ```ts
 * import { loadExtendedGlobs, matchesGlob } from "@precept/core";
 *
 * await loadExtendedGlobs();
 * matchesGlob("src/!(*.test).ts", "src/total.ts"); // true
 * ```
 */
export async function loadExtendedGlobs(): Promise<void> {
  loading ??= load();
  await loading;
}

async function load(): Promise<void> {
  ({ compileExtended: compile } = await import("./compile.ts"));
}

/** Loads the code in the background, because a pattern needs it. An error is thrown where it is waited for. */
export function startLoading(): void {
  if (loading === undefined) loadExtendedGlobs().catch(() => undefined);
}

/** Returns what to wait for before patterns are matched. Undefined if no pattern that was parsed so far needs it. */
export function pendingGlobs(): Promise<void> | undefined {
  return compile === undefined ? loading : undefined;
}

/** Loads the code if one of the globs needs it. */
export async function prepareGlobs(globs: Iterable<string>): Promise<void> {
  for (const glob of globs) if (isExtended(glob)) return loadExtendedGlobs();
}

/** Whether an extended pattern matches a text: a segment, or several with slashes between them. */
export function matchesExtended(pattern: string, text: string): boolean {
  return matcherOf(pattern)?.matches(text) ?? false;
}

function matcherOf(pattern: string): ExpressionMatcher | undefined {
  if (matchers.has(pattern)) return matchers.get(pattern);
  if (compile === undefined) throw new Error(`Call "await loadExtendedGlobs()" before the pattern "${pattern}" is matched.`);
  const [oldest] = matchers.keys();
  if (matchers.size >= maxCached && oldest !== undefined) matchers.delete(oldest);
  const matcher = compile(pattern);
  matchers.set(pattern, matcher);
  return matcher;
}
