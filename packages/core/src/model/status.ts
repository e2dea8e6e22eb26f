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
  const visited = new Set<string>();
  const walk = (ids: readonly string[], way: readonly string[]): readonly string[] | undefined => {
    for (const id of ids) {
      if (id === rule.id) return [...way, id];
      if (visited.has(id)) continue;
      visited.add(id);
      const cycle = walk(find(id)?.replaces ?? [], [...way, id]);
      if (cycle !== undefined) return cycle;
    }
    return undefined;
  };
  return walk(rule.replaces, [rule.id]);
}
