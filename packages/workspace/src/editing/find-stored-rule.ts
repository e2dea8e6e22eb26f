import {
  nearestNames,
  normalisePath,
  PreceptError,
  type Rule,
  type RuleStore,
  type Scope,
  type StoredRule,
  type Tenant,
} from "@precept/core";
import type { Workspace } from "../workspace.ts";

/** The open stores of a workspace that hold the rules of a tenant. */
export interface TenantStores {
  readonly workspace: Workspace;
  /** The project and the user whose rules are read and written. */
  readonly tenant: Tenant;
  /** The stores of `Workspace.withStores`, or the workspace's own stores for the workspace's own tenant. */
  readonly stores: readonly RuleStore[];
}

/** The current revision of a rule, and its store. */
export interface FoundRule {
  readonly store: RuleStore;
  readonly stored: StoredRule;
}

/** Narrows the search for a rule. */
export interface FindRuleOptions {
  /** Only rules of this scope. Default: all scopes. */
  readonly scope?: Scope | undefined;
}

/**
 * Finds the only rule with an id, a name or a path that the tenant sees. An id takes precedence over a name, so that
 * every rule can be found by its id.
 *
 * @throws PreceptError `RULE_NOT_FOUND`, with similar names; `RULE_AMBIGUOUS` if several rules have the name, because a
 *   change must name one.
 */
export async function findStoredRule(
  { workspace, tenant, stores }: TenantStores,
  reference: string,
  { scope }: FindRuleOptions = {},
): Promise<FoundRule> {
  const rules = await workspace.list({ tenant, ...(scope !== undefined && { scope }) });
  const [rule, ...others] = findRules(rules, reference);
  if (rule === undefined) throw new PreceptError("RULE_NOT_FOUND", { name: reference, known: similarNames(rules, reference) });
  if (others.length > 0) {
    throw new PreceptError("RULE_AMBIGUOUS", { name: reference, ids: [rule, ...others].map(({ id }) => id) });
  }
  const store = storeOfRule(stores, rule);
  const stored = await store.get(rule.id, { tenant });
  if (stored === undefined) throw new PreceptError("RULE_NOT_FOUND", { name: reference, known: [] });
  return { store, stored };
}

/** Returns the path of a rule, or its store and id if it is not stored in a file. */
export function locationOf(rule: Rule): string {
  return rule.origin.path ?? `${rule.origin.store}: ${rule.id}`;
}

function findRules(rules: readonly Rule[], reference: string): readonly Rule[] {
  const withId = rules.filter(({ id }) => id === reference);
  if (withId.length > 0) return withId;
  const named = rules.filter(({ name }) => name === reference);
  if (named.length > 0) return named;
  const path = normalisePath(reference);
  return rules.filter(
    ({ origin }) => origin.path !== undefined && (origin.path === path || origin.path === `${origin.root ?? ""}/${path}`),
  );
}

function similarNames(rules: readonly Rule[], reference: string): readonly string[] {
  // Names of rules that only a session has are no suggestions for others.
  const names = rules.filter(({ origin }) => origin.session === undefined).map(({ name }) => name);
  return nearestNames(reference, names);
}

/** Returns the open store of a rule. @throws PreceptError `STORE_CLOSED` */
export function storeOfRule(stores: readonly RuleStore[], { origin }: Rule): RuleStore {
  const store = stores.find(({ id }) => id === origin.store);
  if (store === undefined) throw new PreceptError("STORE_CLOSED", { store: origin.store });
  return store;
}
