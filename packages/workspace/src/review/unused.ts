import type { Rule } from "@precept/core";

/**
 * Whether a rule was not used since a time, and is older than that. A rule whose creation time is unknown counts as old.
 *
 * @param lastUsedAt ISO 8601; empty if the rule was never used.
 * @param since ISO 8601.
 */
export function isUnusedSince({ createdAt }: Rule, lastUsedAt: string, since: string): boolean {
  return lastUsedAt < since && createdAt < since;
}
