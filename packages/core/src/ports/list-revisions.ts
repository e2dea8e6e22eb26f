import { isVisibleTo } from "../model/tenant.ts";
import type { HistoryOptions, PruneOptions, RuleRevision } from "./rule-store.ts";

/**
 * Implements the options of `RuleStore.history`.
 *
 * @param revisions the revisions of one rule, newest first.
 */
export function listRevisions(
  revisions: readonly RuleRevision[],
  { before, limit = revisions.length, tenant }: HistoryOptions,
): readonly RuleRevision[] {
  const start = before === undefined ? 0 : revisions.findIndex(({ revision }) => revision === before) + 1;
  if (before !== undefined && start === 0) return [];
  return revisions
    .slice(start)
    .filter(({ rule }) => tenant === undefined || isVisibleTo(rule, tenant))
    .slice(0, limit);
}

/**
 * Implements the limits of `RuleStore.pruneHistory`.
 *
 * @param revisions the revisions of one rule, newest first.
 * @returns the revisions to remove.
 */
export function revisionsToPrune(
  revisions: readonly RuleRevision[],
  { maxRevisions = revisions.length, replacedBefore }: PruneOptions,
): ReadonlySet<string> {
  const old = revisions.filter((_, position) => {
    // The newest revision is the current one, or the deletion, which says why the rule is missing.
    if (position === 0) return false;
    const replacedAt = revisions[position - 1]?.at;
    const isOld = replacedBefore !== undefined && replacedAt !== undefined && Date.parse(replacedAt) < Date.parse(replacedBefore);
    return position >= Math.max(1, maxRevisions) || isOld;
  });
  return new Set(old.map(({ revision }) => revision));
}
