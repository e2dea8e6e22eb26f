import type { Rule } from "./rule.ts";

/** Whether a rule is in force: superseded by another one's `replaces`, disabled, or pending somebody's approval, it never applies. */
export const statuses = ["active", "superseded", "disabled", "pending"] as const;

export type RuleStatus = (typeof statuses)[number];

/** @param superseded whether a rule in force names it in its `replaces`. */
export function statusOf(rule: Rule, superseded: boolean): RuleStatus {
  if (superseded) return "superseded";
  if (!rule.enabled) return "disabled";
  return rule.pending ? "pending" : "active";
}

/**
 * The ids that are superseded by rules in force: by those that are enabled and not pending, superseded themselves or not, so that a chain of
 * replacements leaves only its end.
 */
export function supersededIds(rules: Iterable<Rule>): ReadonlySet<string> {
  const ids = new Set<string>();
  for (const rule of rules) if (rule.enabled && !rule.pending) for (const id of rule.replaces) ids.add(id);
  return ids;
}

/**
 * The way by which a rule would supersede itself, its own id first and last; undefined where it does not.
 *
 * @param find the rule with an id, as it is now.
 */
export function findReplacementCycle(rule: Rule, find: (id: string) => Rule | undefined): readonly string[] | undefined {
  /** By which rule each was reached. */
  const reachedFrom = new Map<string, string>();
  const pending: { readonly id: string; readonly replaces: readonly string[] }[] = [rule];
  for (let next = pending.pop(); next !== undefined; next = pending.pop()) {
    for (const id of next.replaces) {
      if (id === rule.id) return [...wayTo(next.id, rule.id, reachedFrom), id];
      if (reachedFrom.has(id)) continue;
      reachedFrom.set(id, next.id);
      pending.push({ id, replaces: find(id)?.replaces ?? [] });
    }
  }
  return undefined;
}

function wayTo(id: string, from: string, reachedFrom: ReadonlyMap<string, string>): readonly string[] {
  const way = [id];
  for (let at: string | undefined = id; at !== undefined && at !== from; at = reachedFrom.get(at))
    way.push(reachedFrom.get(at) ?? from);
  return way.toReversed();
}
