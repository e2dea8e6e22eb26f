import { createMemoryStore, type RuleStore } from "@precept/core";
import type { RuleStoreSuite } from "../src/suite.ts";
import { canSave, openConnection } from "./connection.ts";
import { wrapStore } from "./wrap-store.ts";

/** Returns the changed members of a store. */
export type Mutation = (store: RuleStore) => Partial<RuleStore>;

/** Mutations by the behaviour of the mutant. */
export type Mutants = Readonly<Record<string, Mutation>>;

let stores = 0;

/** Creates a store whose clock advances by a second with each write. */
function createTimedStore(): RuleStore {
  let writes = 0;
  const now = (): string => new Date(Date.UTC(2026, 0, 1) + 1000 * (writes += 1)).toISOString();
  return createMemoryStore({ now, epoch: `${(stores += 1)}` });
}

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
    open: async () => openOn(createTimedStore()),
    async reopen(store) {
      await store[Symbol.asyncDispose]();
      return openOn(dataOf.get(store) ?? createTimedStore());
    },
    peer: async (store) => openOn(dataOf.get(store) ?? createTimedStore()),
    accepts: canSave,
    capabilities: {
      write: true,
      search: false,
      history: true,
      usage: true,
      transactions: true,
      positions: true,
      orderedIds: true,
      ruleCursors: true,
      cycleChecks: true,
    },
    model: { runs: 12, maxCalls: 12, seed: 7, shrink: false },
  };
}
