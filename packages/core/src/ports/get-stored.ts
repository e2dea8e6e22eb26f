import { isVisibleTo, type Tenant } from "../model/tenant.ts";
import type { StoredRule } from "./stored-rule.ts";

/** Returns a rule of a map by id. Undefined if there is none, or if it is not visible to the tenant. */
export function getStored(
  rules: ReadonlyMap<string, StoredRule>,
  id: string,
  tenant: Tenant | undefined,
): StoredRule | undefined {
  const stored = rules.get(id);
  return stored === undefined || tenant === undefined || isVisibleTo(stored.rule, tenant) ? stored : undefined;
}

/** Returns the rules of a map with these ids that are visible to the tenant. */
export function getManyStored(
  rules: ReadonlyMap<string, StoredRule>,
  ids: readonly string[],
  tenant: Tenant | undefined,
): ReadonlyMap<string, StoredRule> {
  const found = new Map<string, StoredRule>();
  for (const id of ids) {
    const stored = getStored(rules, id, tenant);
    if (stored !== undefined) found.set(id, stored);
  }
  return found;
}
