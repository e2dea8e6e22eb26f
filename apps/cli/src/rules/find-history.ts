import { PreceptError, scopes, scopeTable, type Rule, type RuleRevision, type RuleStore } from "@precept/core";
import type { Call } from "../define.ts";
import { storeOf } from "./find-stored.ts";
import { identityOfNew, ownerOfNew } from "./new-rule.ts";
import { tenantOf } from "./tenant-of.ts";

/** The revisions of a rule, and the store that has them. */
export interface FoundHistory {
  readonly store: RuleStore;
  /** Newest first, and at least one. The first is a deletion if the rule was deleted. */
  readonly revisions: readonly [RuleRevision, ...RuleRevision[]];
}

type HistoryCall = Pick<Call, "workspace" | "options">;

/**
 * Finds the revisions of a rule by its name, id or path. Deleted rules are found by their id, or by the name that they were created with. Only revisions that
 * the tenant of the call sees.
 *
 * @param limit the maximum number of revisions. Default: all.
 * @throws PreceptError `RULE_NOT_FOUND`; `HISTORY_UNAVAILABLE` if the rule is in a store without history.
 */
export async function findHistory(call: HistoryCall, name: string, limit?: number): Promise<FoundHistory> {
  const found = await findRule(call, name);
  if (!PreceptError.is(found)) {
    const store = storeOf(call.workspace, found);
    if (!store.capabilities.history) {
      throw new PreceptError("HISTORY_UNAVAILABLE", { name, store: store.id, path: found.origin.path });
    }
    const revisions = await readRevisions(call, store, found.id, limit);
    if (revisions === undefined) throw new PreceptError("RULE_NOT_FOUND", { name, known: [] });
    return { store, revisions };
  }
  for (const store of call.workspace.stores.filter(({ capabilities }) => capabilities.history)) {
    for (const id of [name, ...idsOf(call, name)]) {
      const revisions = await readRevisions(call, store, id, limit);
      if (revisions !== undefined) return { store, revisions };
    }
  }
  throw found;
}

/** The ids that `create` and `remember` give to rules of a name. */
function idsOf(call: HistoryCall, name: string): readonly string[] {
  return scopes
    .filter((scope) => scopeTable[scope].isPersistent)
    .map((scope) => ({ scope, store: "sqlite" }) as const)
    .map((location) => identityOfNew(name, location, ownerOfNew(call, location)).id);
}

async function readRevisions(
  call: HistoryCall,
  store: RuleStore,
  id: string,
  limit: number | undefined,
): Promise<FoundHistory["revisions"] | undefined> {
  const revisions: RuleRevision[] = [];
  for await (const revision of store.history(id, { tenant: tenantOf(call), limit })) revisions.push(revision);
  const [first, ...others] = revisions;
  return first === undefined ? undefined : [first, ...others];
}

/** Finds a rule that was not deleted. @returns the error if there is none. */
async function findRule(call: HistoryCall, name: string): Promise<Rule | PreceptError> {
  try {
    return await call.workspace.get(name, { tenant: tenantOf(call) });
  } catch (error) {
    if (PreceptError.is(error, "RULE_NOT_FOUND")) return error;
    throw error;
  }
}
