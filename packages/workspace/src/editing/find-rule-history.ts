import { PreceptError, scopes, scopeTable, type RuleRevision, type RuleStore } from "@precept/core";
import { findStoredRule, type FindRuleOptions, type TenantStores } from "./find-stored-rule.ts";
import { identityOfNewRule, ownerOfNewRule } from "./new-rule.ts";

/** The revisions of a rule, and the store that has them. */
export interface FoundHistory {
  readonly store: RuleStore;
  /** Newest first, and at least one. The first is a deletion if the rule was deleted. */
  readonly revisions: readonly [RuleRevision, ...RuleRevision[]];
}

/** Which revisions of a rule to read. */
export interface RuleHistoryOptions extends FindRuleOptions {
  /** The maximum number of revisions. Default: all. */
  readonly limit?: number | undefined;
}

/**
 * Finds the revisions of a rule by its id, name or path. Deleted rules are found by their id, or by the name that they
 * were created with. Only revisions that the tenant sees.
 *
 * @throws PreceptError `RULE_NOT_FOUND`; `RULE_AMBIGUOUS`; `HISTORY_UNAVAILABLE` if the rule is in a store without
 *   history.
 */
export async function findRuleHistory(
  target: TenantStores,
  name: string,
  { scope, limit }: RuleHistoryOptions = {},
): Promise<FoundHistory> {
  const found = await findStoredRule(target, name, { scope }).catch((error: unknown) => {
    if (PreceptError.is(error, "RULE_NOT_FOUND")) return error;
    throw error;
  });
  if (!PreceptError.is(found)) {
    const { store, stored } = found;
    if (!store.capabilities.history) {
      throw new PreceptError("HISTORY_UNAVAILABLE", { name, store: store.id, path: stored.rule.origin.path });
    }
    const revisions = await readRevisions(target, store, stored.rule.id, limit);
    if (revisions === undefined) throw new PreceptError("RULE_NOT_FOUND", { name, known: [] });
    return { store, revisions };
  }
  for (const store of target.stores.filter(({ capabilities }) => capabilities.history)) {
    for (const id of [name, ...idsOf(target, name)]) {
      const revisions = await readRevisions(target, store, id, limit);
      if (revisions !== undefined && (scope === undefined || revisions[0].rule.scope === scope)) return { store, revisions };
    }
  }
  throw found;
}

/** The ids that new rules of a name get in a database. */
function idsOf({ tenant }: TenantStores, name: string): readonly string[] {
  return scopes
    .filter((scope) => scopeTable[scope].isPersistent)
    .map((scope) => ({ scope, store: "sqlite" }) as const)
    .map((location) => identityOfNewRule(name, location, ownerOfNewRule(tenant, location)).id);
}

async function readRevisions(
  { tenant }: TenantStores,
  store: RuleStore,
  id: string,
  limit: number | undefined,
): Promise<FoundHistory["revisions"] | undefined> {
  const revisions: RuleRevision[] = [];
  for await (const revision of store.history(id, { tenant, limit })) revisions.push(revision);
  const [first, ...others] = revisions;
  return first === undefined ? undefined : [first, ...others];
}
