import type { RuleStore } from "@precept/core";

/** A store that behaves like another one, but for what is different. */
export function wrapStore(store: RuleStore, different: Partial<RuleStore>): RuleStore {
  return new Proxy(store, {
    get(target, key) {
      if (key in different) return different[key as keyof RuleStore];
      const value: unknown = Reflect.get(target, key);
      return typeof value === "function" ? value.bind(target) : value;
    },
  });
}
