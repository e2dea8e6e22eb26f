import type { RuleStatus } from "@precept/contract/values";
import type { Rule } from "./rule.ts";

/** @param superseded whether an active rule lists it in its `replaces`. */
export function statusOf(rule: Rule, superseded: boolean): RuleStatus {
  if (superseded) return "superseded";
  if (!rule.enabled) return "disabled";
  return rule.pending ? "pending" : "active";
}

/**
 * Finds a cycle of `replaces` through a rule: the ids along it, with the rule's own id first and last. Undefined if there is none.
 *
 * @param find returns the stored rule with an id.
 */
export function findReplacementCycle(rule: Rule, find: (id: string) => Rule | undefined): readonly string[] | undefined {
  const reachedFrom = new Map<string, string>();
  const pending: { readonly id: string; readonly replaces: readonly string[] }[] = [rule];
  for (let next = pending.pop(); next !== undefined; next = pending.pop()) {
    for (const id of next.replaces) {
      if (id === rule.id) return [...pathTo(next.id, rule.id, reachedFrom), id];
      if (reachedFrom.has(id)) continue;
      reachedFrom.set(id, next.id);
      pending.push({ id, replaces: find(id)?.replaces ?? [] });
    }
  }
  return undefined;
}

function pathTo(id: string, from: string, reachedFrom: ReadonlyMap<string, string>): readonly string[] {
  const path = [id];
  for (let current: string | undefined = id; current !== undefined && current !== from; current = reachedFrom.get(current))
    path.push(reachedFrom.get(current) ?? from);
  return path.toReversed();
}
