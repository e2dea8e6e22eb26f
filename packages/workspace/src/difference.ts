import { isDeepStrictEqual } from "node:util";
import type { Rule, StoreChange } from "@precept/core";

/** Compares two lists of rules. Returns the changes of each store that has any. */
export function diffRules(before: readonly Rule[], after: readonly Rule[]): ReadonlyMap<string, StoreChange> {
  const beforeByStore = byStore(before);
  const afterByStore = byStore(after);
  const changes = [...new Set([...beforeByStore.keys(), ...afterByStore.keys()])].map((store) => {
    const oldRules = beforeByStore.get(store) ?? new Map<string, Rule>();
    const newRules = afterByStore.get(store) ?? new Map<string, Rule>();
    const saved = [...newRules.values()].filter((rule) => !isSame(oldRules.get(rule.id), rule));
    const deleted = [...oldRules.keys()].filter((id) => !newRules.has(id));
    return [store, { saved, deleted }] as const;
  });
  return new Map(changes.filter(([, { saved, deleted }]) => saved.length > 0 || deleted.length > 0));
}

function byStore(rules: readonly Rule[]): Map<string, Map<string, Rule>> {
  const stores = new Map<string, Map<string, Rule>>();
  for (const rule of rules) {
    const { store } = rule.origin;
    const known = stores.get(store);
    if (known === undefined) stores.set(store, new Map([[rule.id, rule]]));
    else known.set(rule.id, rule);
  }
  return stores;
}

function isSame(before: Rule | undefined, after: Rule): boolean {
  if (before === after) return true;
  return before !== undefined && isDeepStrictEqual(withoutOrder(before), withoutOrder(after));
}

/** Removes the position of the root from a rule, because it changes if a root is added before it. */
function withoutOrder(rule: Rule): Rule {
  const { rootOrder, ...origin } = rule.origin;
  return rootOrder === undefined ? rule : { ...rule, origin };
}
