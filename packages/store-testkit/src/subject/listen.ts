import type { RuleStore, StoreChange } from "@precept/core";

/** Subscribes to a store and records its changes. */
export function recordChanges(store: RuleStore): { readonly changes: readonly StoreChange[]; readonly unsubscribe: () => void } {
  const changes: StoreChange[] = [];
  const unsubscribe = store.subscribe((change) => changes.push(change));
  return { changes, unsubscribe };
}
