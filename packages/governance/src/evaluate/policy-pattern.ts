import type { PatternSource } from "../model/pattern.ts";
import type { Policy } from "../model/policy.ts";

/** The expression that finds a policy's violations; undefined where it has none, and its files and context alone decide. */
export function patternOf({ id, match }: Policy): PatternSource | undefined {
  if (match.pattern !== undefined) return { id, source: match.pattern, flags: withLines(match.flags) };
  if (match.keywords.length === 0) return undefined;
  // The longest first: where two begin alike, the longer one is meant.
  const keywords = match.keywords.toSorted((left, right) => right.length - left.length).map(escapePattern);
  return { id, source: keywords.join("|"), flags: "im" };
}

/** The expressions for what is no violation of a policy after all. */
export function exceptionsOf({ id, match }: Policy): readonly PatternSource[] {
  return match.unless.map(({ source, flags }) => ({ id, source, flags: withLines(flags) }));
}

/** Everything of a policy that is run. */
export function patternsOf(policy: Policy): readonly PatternSource[] {
  const pattern = patternOf(policy);
  return pattern === undefined ? [] : [pattern, ...exceptionsOf(policy)];
}

/** Whether a policy has something to look for: else it can only be reported by those who know of a violation. */
export function isDeclaredOnly({ match }: Policy): boolean {
  return (
    match.pattern === undefined &&
    match.keywords.length === 0 &&
    match.filePatterns.length === 0 &&
    Object.keys(match.contextFilter).length === 0
  );
}

function withLines(flags: string): string {
  return flags.includes("m") ? flags : `${flags}m`;
}

function escapePattern(text: string): string {
  return text.replace(/[\\^$.*+?()[\]{}|/-]/g, "\\$&");
}
