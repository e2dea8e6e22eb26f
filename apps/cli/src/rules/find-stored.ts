import { PreceptError, type Rule, type RuleStore, type StoredRule } from "@precept/core";
import type { Workspace } from "@precept/workspace";
import type { Call } from "../define.ts";
import { tenantOf } from "./tenant-of.ts";

/** The current revision of a rule, and its store. */
export interface FoundRule {
  readonly store: RuleStore;
  readonly stored: StoredRule;
}

/**
 * Finds the only rule with a name, an id or a path that the tenant of a call sees.
 *
 * @throws PreceptError `RULE_NOT_FOUND`; `RULE_AMBIGUOUS` if several rules have the name, because a change must name one.
 */
export async function findStored(call: Pick<Call, "workspace" | "options">, name: string): Promise<FoundRule> {
  const { workspace } = call;
  const tenant = tenantOf(call);
  const rule = await workspace.get(name, { tenant });
  const namesakes = await workspace.list({ name, tenant });
  if (namesakes.length > 1) {
    throw new PreceptError("RULE_AMBIGUOUS", { name, ids: namesakes.map(({ id }) => id) });
  }
  const store = storeOf(workspace, rule);
  const stored = await store.get(rule.id, { tenant });
  if (stored === undefined) throw new PreceptError("RULE_NOT_FOUND", { name, known: [] });
  return { store, stored };
}

export function storeOf(workspace: Workspace, rule: Rule): RuleStore {
  const store = workspace.stores.find(({ id }) => id === rule.origin.store);
  if (store === undefined) throw new PreceptError("STORE_CLOSED", { store: rule.origin.store });
  return store;
}

/** Returns the path of a rule, or its store and id if it is not stored in a file. */
export function locationOf(rule: Rule): string {
  return rule.origin.path ?? `${rule.origin.store}: ${rule.id}`;
}
