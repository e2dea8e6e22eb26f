import { nearestNames, PreceptError, type Rule, type RuleStore, type Scope, type StoredRule, type Tenant } from "@precept/core";
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
  /** The scope of a name without `scope`. An id or a path needs none. Default: all scopes. */
  readonly scopeOfNames?: Scope | undefined;
  /** Whether to find the rule with the highest precedence of several with one name. Default false: an error. */
  readonly takesHighest?: boolean | undefined;
}

/**
 * Finds the rule with an id, a name or a path that the tenant sees. An id takes precedence over a name, so that
 * every rule can be found by its id.
 *
 * @throws PreceptError `RULE_NOT_FOUND`, with similar names; `RULE_AMBIGUOUS` if several rules have the name, because a
 *   change must name one.
 */
export async function findStoredRule(
  { workspace, tenant, stores }: TenantStores,
  reference: string,
  { scope, scopeOfNames = scope, takesHighest = false }: FindRuleOptions = {},
): Promise<FoundRule> {
  const found = await workspace.find(reference, { tenant, ...(scope !== undefined && { scope }) });
  const [rule, ...others] = found.filter(
    (one) => one.name !== reference || scopeOfNames === undefined || one.scope === scopeOfNames,
  );
  if (rule === undefined) {
    const known = found.length > 0 ? found.map(({ id }) => id) : similarNames(await workspace.list({ tenant }), reference);
    throw new PreceptError("RULE_NOT_FOUND", { name: reference, known });
  }
  if (others.length > 0 && !takesHighest) {
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
