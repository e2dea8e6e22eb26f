import type { Rule } from "../model/rule.ts";
import type { RuleFilter } from "../ports/rule-store.ts";

/** Whether a rule is one of those that a listing is about. */
export function passesFilter(rule: Rule, filter: RuleFilter): boolean {
  return (
    (filter.scope === undefined || rule.scope === filter.scope) &&
    (filter.inclusion === undefined || rule.inclusion === filter.inclusion) &&
    (filter.name === undefined || rule.name === filter.name) &&
    (filter.enabled === undefined || rule.enabled === filter.enabled) &&
    (filter.projectId === undefined || rule.projectId === undefined || rule.projectId === filter.projectId) &&
    (filter.userId === undefined || rule.userId === undefined || rule.userId === filter.userId) &&
    (filter.target === undefined || rule.targets.length === 0 || rule.targets.includes(filter.target)) &&
    (filter.tags ?? []).every((tag) => rule.tags.includes(tag))
  );
}
