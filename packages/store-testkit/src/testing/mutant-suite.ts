import { createMemoryStore, type RuleStore } from "@precept/core";
import type { RuleStoreSuite } from "../suite.ts";
import { canSave, openConnection } from "./connection.ts";
import { wrapStore } from "./wrap-store.ts";

/** Returns the changed members of a store. */
export type Mutation = (store: RuleStore) => Partial<RuleStore>;

/** Mutations by the behaviour of the mutant. */
export type Mutants = Readonly<Record<string, Mutation>>;

/** The suite of a mutant of a durable memory store. */
export function mutantSuite(mutation: Mutation): RuleStoreSuite {
  const dataOf = new WeakMap<RuleStore, RuleStore>();
  const openOn = (data: RuleStore): RuleStore => {
    const connection = openConnection(data);
    const store = wrapStore(connection, mutation(connection));
    dataOf.set(store, data);
    return store;
  };
  return {
    open: async () => openOn(createMemoryStore()),
    async reopen(store) {
      await store[Symbol.asyncDispose]();
      return openOn(dataOf.get(store) ?? createMemoryStore());
    },
    accepts: canSave,
    capabilities: {
      write: true,
      search: false,
      history: true,
      usage: true,
      transactions: true,
      orderedIds: true,
      ruleCursors: true,
      cycleChecks: true,
    },
    model: { runs: 30, maxCalls: 15, seed: 7 },
  };
}
