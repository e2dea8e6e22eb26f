import { createMemoryStore, type RuleStore } from "@precept/core";
import type { RuleStoreSuite } from "../suite.ts";
import { canKeep, openDoor } from "./door.ts";
import { wrapStore } from "./wrap-store.ts";

/** A store with one fault: what it does differently from the store that it is made of. */
export type Fault = (store: RuleStore) => Partial<RuleStore>;

/** Faults, each under what it does wrong. */
export type Faults = Readonly<Record<string, Fault>>;

/** The suite of a store with a fault: the memory store otherwise, with data that outlive it. */
export function suiteWith(fault: Fault): RuleStoreSuite {
  const dataOf = new WeakMap<RuleStore, RuleStore>();
  const openOn = (data: RuleStore): RuleStore => {
    const door = openDoor(data);
    const store = wrapStore(door, fault(door));
    dataOf.set(store, data);
    return store;
  };
  return {
    open: async () => openOn(createMemoryStore()),
    async reopen(store) {
      await store[Symbol.asyncDispose]();
      return openOn(dataOf.get(store) ?? createMemoryStore());
    },
    accepts: canKeep,
    capabilities: { write: true, search: false, history: true, usage: true, transactions: true },
    model: { runs: 30, maxCalls: 15, seed: 7 },
  };
}
