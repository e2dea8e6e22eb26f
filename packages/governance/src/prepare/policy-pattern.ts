import { prepareGlobs } from "@precept/core";
import type { PatternSource, Policy, PolicyMatch } from "../model/policy.ts";

/** Returns the pattern whose matches are violations: `pattern`, or the keywords as alternatives, if there are any. */
export function patternOf({ id, match }: Pick<Policy, "id" | "match">): PatternSource | undefined {
  if (match.pattern !== undefined) return { id, source: match.pattern, flags: withMultiline(match.flags) };
  if (match.keywords.length === 0) return undefined;
  // Longest first: of two keywords with the same beginning, the longer one must match.
  const keywords = match.keywords.toSorted((left, right) => right.length - left.length).map(escapePattern);
  return { id, source: keywords.join("|"), flags: "im" };
}

export function exceptionsOf({ id, match }: Pick<Policy, "id" | "match">): readonly PatternSource[] {
  return match.unless.map(({ source, flags }) => ({ id, source, flags: withMultiline(flags) }));
}

/** Whether a policy has an empty `match`, so that `evaluate` never finds a violation. See `reportViolation`. */
export function isReportOnly({ match }: Policy): boolean {
  return (
    match.pattern === undefined &&
    match.keywords.length === 0 &&
    match.filePatterns.length === 0 &&
    Object.keys(match.contextFilter).length === 0 &&
    match.tools.length === 0 &&
    match.input.length === 0 &&
    match.commands.length === 0 &&
    match.syntax === undefined &&
    match.all.length === 0 &&
    match.any.length === 0 &&
    match.absent.length === 0
  );
}

export function withMultiline(flags: string): string {
  return flags.includes("m") ? flags : `${flags}m`;
}

function escapePattern(text: string): string {
  return text.replace(/[\\^$.*+?()[\]{}|/-]/g, "\\$&");
}

/** Returns all blocks of a policy. */
export function blocksOf({ match, sequence }: Policy): readonly PolicyMatch[] {
  const blocks = [match, sequence?.after, sequence?.unless].filter((block) => block !== undefined);
  return blocks.flatMap(matchesIn);
}

/** Loads what the globs of policies need before they are evaluated, see `loadExtendedGlobs` of `@precept/core`. */
export async function preparePolicyGlobs(policies: readonly Policy[]): Promise<void> {
  await prepareGlobs(policies.flatMap(blocksOf).flatMap(({ filePatterns, tools }) => [...filePatterns, ...tools]));
}

/** Returns a match, and all blocks in it. */
export function matchesIn(match: PolicyMatch): readonly PolicyMatch[] {
  return [match, ...[match.all, match.any, match.absent].flatMap((blocks) => blocks.flatMap(matchesIn))];
}
