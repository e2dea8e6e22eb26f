import type { Rule, StoredRule } from "@precept/core";
import { collect, copyOf } from "../../src/subject/read.ts";
import type { Mutation, Mutants } from "../mutant-suite.ts";

/** Returns the same mutable object for a rule on every call. */
function handingOutItsOwn(renew: (own: StoredRule | undefined, stored: StoredRule) => StoredRule): Mutation {
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

export const valueMutants: Mutants = {
  "returns its own objects": handingOutItsOwn((_, stored) => stored),

  "changes returned objects": handingOutItsOwn((own, stored) => (own === undefined ? stored : Object.assign(own, stored))),

  "stores the object of the caller": (store) => {
    const saved = new Map<string, Rule>();
    return {
      async save(rule, options) {
        const stored = await store.save(rule, options);
        saved.set(stored.revision, rule);
        return stored;
      },
      async get(id, options) {
        const stored = await store.get(id, options);
        return stored && { ...stored, rule: { ...stored.rule, tags: saved.get(stored.revision)?.tags ?? stored.rule.tags } };
      },
    };
  },

  "copies a saved rule later": (store) => ({
    async save(rule, options) {
      await Promise.resolve();
      return store.save(rule, options);
    },
  }),

  "returns its own history objects": (store) => {
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
