import type { RuleStore } from "../src/ports/rule-store.ts";

/** A store with some members of another store replaced. */
export function wrapStore(store: RuleStore, overrides: Partial<RuleStore>): RuleStore {
  return new Proxy(store, {
    get(target, key) {
      if (key in overrides) return overrides[key as keyof RuleStore];
      const value: unknown = Reflect.get(target, key);
      return typeof value === "function" ? value.bind(target) : value;
    },
  });
}
