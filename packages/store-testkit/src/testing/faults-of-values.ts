import type { Rule, StoredRule } from "@precept/core";
import { collect, copyOf } from "../subject/read.ts";
import type { Fault, Faults } from "./mutant.ts";

/** Hands out one object of its own for each rule, which anybody can change. */
function handingOutItsOwn(renew: (own: StoredRule | undefined, stored: StoredRule) => StoredRule): Fault {
  return (store) => {
    const owned = new Map<string, { readonly revision: string; readonly stored: StoredRule }>();
    const own = (stored: StoredRule): StoredRule => {
      const { revision, rule } = stored;
      const known = owned.get(rule.id);
      if (known?.revision === revision) return known.stored;
      const renewed = renew(known?.stored, copyOf(stored));
      owned.set(rule.id, { revision, stored: renewed });
      return renewed;
    };
    return {
      async *list(options) {
        for await (const stored of store.list(options)) yield own(stored);
      },
      async get(id, options) {
        const stored = await store.get(id, options);
        return stored && own(stored);
      },
      save: async (rule, options) => own(await store.save(rule, options)),
    };
  };
}

export const faultsOfValues: Faults = {
  "hands out an object of its own": handingOutItsOwn((_, stored) => stored),

  "changes the object that it handed out": handingOutItsOwn((own, stored) =>
    own === undefined ? stored : Object.assign(own, stored),
  ),

  "keeps the object of its caller": (store) => {
    const kept = new Map<string, Rule>();
    return {
      async save(rule, options) {
        const stored = await store.save(rule, options);
        kept.set(stored.revision, rule);
        return stored;
      },
      async get(id, options) {
        const stored = await store.get(id, options);
        return stored && { ...stored, rule: { ...stored.rule, tags: kept.get(stored.revision)?.tags ?? stored.rule.tags } };
      },
    };
  },

  "copies what it is handed a moment later": (store) => ({
    async save(rule, options) {
      await Promise.resolve();
      return store.save(rule, options);
    },
  }),

  "hands out a history of its own": (store) => {
    const owned = new Map<string, Awaited<ReturnType<typeof historyOf>>>();
    const historyOf = async (id: string) => copyOf(await collect(store.history(id)));
    return {
      async *history(id, options) {
        const now = await collect(store.history(id, options));
        const own = owned.get(id);
        if (own === undefined || own.length !== now.length) owned.set(id, await historyOf(id));
        yield* owned.get(id) ?? [];
      },
    };
  },
};
