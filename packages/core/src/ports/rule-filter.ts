import type { Inclusion, Scope, RuleStatus } from "@precept/contract/values";
import type { Rule } from "../model/rule.ts";
import { statusOf } from "../model/supersession.ts";
import { isOwnedBy, isVisibleTo, type Tenant } from "../model/tenant.ts";

/** Which rules to list. A rule has to match every given field. */
export interface RuleFilter {
  readonly scope?: Scope;
  readonly inclusion?: Inclusion;
  readonly name?: string;
  readonly enabled?: boolean;
  /** Rules with one of these statuses. Default: all. */
  readonly status?: readonly RuleStatus[];
  readonly category?: NonNullable<Rule["category"]>;
  readonly authority?: Rule["authority"];
  /** Rules of this project and rules of no project. */
  readonly projectId?: string;
  /** Rules of this user and rules of no user. */
  readonly userId?: string;
  /** The rules that are visible to this tenant: `{}` are the rules of no project and no user. */
  readonly tenant?: Tenant;
  /** The rules of exactly this project and this user. An absent field means rules without it. */
  readonly owner?: Tenant;
  /** Rules for this tool and rules for all tools. */
  readonly target?: string;
  /** Rules for this context and rules for all contexts. */
  readonly context?: string;
  /** Rules with all of these tags. */
  readonly tags?: readonly string[];
}

/** What filters read of a rule. */
export type FilteredRule = Pick<
  Rule,
  | "id"
  | "name"
  | "scope"
  | "inclusion"
  | "enabled"
  | "pending"
  | "category"
  | "authority"
  | "projectId"
  | "userId"
  | "targets"
  | "contexts"
  | "tags"
  | "origin"
>;

/** Whether a rule passes a filter. `superseded`: an active rule lists it in its `replaces`. */
export function passesFilter(rule: FilteredRule, filter: RuleFilter, superseded = false): boolean {
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

/** The tenant that decides whether a listed rule is superseded: the filter's, else the one that the rule belongs to. */
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
