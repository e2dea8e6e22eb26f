import type { RuleStore, StoreChange } from "@precept/core";

/** A subscriber that writes down what it is told. */
export function listenTo(store: RuleStore): { readonly heard: readonly StoreChange[]; readonly leave: () => void } {
  const heard: StoreChange[] = [];
  const leave = store.subscribe((change) => heard.push(change));
  return { heard, leave };
}
