import type { Rule } from "../model/rule.ts";
import { statusOf } from "../model/status.ts";
import { isOwnedBy, isVisibleTo, type Tenant } from "../model/tenant.ts";
import type { RuleFilter } from "./rule-store.ts";

/**
 * Whether a rule passes the filter of a listing.
 *
 * @param superseded whether an active rule lists it in its `replaces`.
 */
export function passesFilter(rule: Rule, filter: RuleFilter, superseded = false): boolean {
  return (
    isOneOf(filter.scope, rule.scope) &&
    isOneOf(filter.inclusion, rule.inclusion) &&
    isOneOf(filter.name, rule.name) &&
    isOneOf(filter.enabled, rule.enabled) &&
    isOneOf(filter.category, rule.category) &&
    isOneOf(filter.authority, rule.authority) &&
    (filter.status === undefined || filter.status.includes(statusOf(rule, superseded))) &&
    (filter.tenant === undefined || isVisibleTo(rule, filter.tenant)) &&
    (filter.owner === undefined || isOwnedBy(rule, filter.owner)) &&
    (rule.projectId === undefined || isOneOf(filter.projectId, rule.projectId)) &&
    (rule.userId === undefined || isOneOf(filter.userId, rule.userId)) &&
    isAmong(filter.target, rule.targets) &&
    isAmong(filter.context, rule.contexts) &&
    (filter.tags ?? []).every((tag) => rule.tags.includes(tag))
  );
}

/**
 * The tenant for whom a listing decides whether a rule is superseded: that of the filter. Where the filter has none, those who see the rule, since a
 * rule is then superseded if all of them see the rule that replaces it.
 */
export function statusTenant(rule: Rule, { tenant, projectId, userId }: RuleFilter): Tenant {
  return tenant ?? { projectId: projectId ?? rule.projectId, userId: userId ?? rule.userId };
}

function isOneOf<Value>(wanted: Value | undefined, value: Value | undefined): boolean {
  return wanted === undefined || wanted === value;
}

/** An empty list of a rule matches everything. */
function isAmong(wanted: string | undefined, values: readonly string[]): boolean {
  return wanted === undefined || values.length === 0 || values.includes(wanted);
}
