import { createMemoryState, type SharedState } from "@precept/core";
import { describeSharedState } from "@precept/store-testkit";
import { createStateStore, type StateStore } from "./state-store.ts";
import { databasePath } from "../test/directory.ts";

/** Where the files of the records are, and the clock. */
interface Data {
  readonly paths: Map<string, string>;
  readonly clock: { now: number };
}

const dataOf = new WeakMap<SharedState, Data>();

/** State whose records are in SQLite, one file for each use and owner, as an engine of policies has them. */
function openOn(data: Data): SharedState {
  const memory = createMemoryState({ now: () => 0 });
  const open = new Map<string, StateStore>();
  const state: SharedState = {
    ...memory,
    records(use, owner) {
      const key = JSON.stringify([use, owner]);
      const path = data.paths.get(key) ?? databasePath();
      data.paths.set(key, path);
      const now = (): Date => new Date(data.clock.now);
      const found = open.get(key) ?? createStateStore({ path, now, ...(use === "tokens" && { keepDays: 1e6 }) });
      open.set(key, found);
      return found;
    },
    async [Symbol.asyncDispose]() {
      for (const store of open.values()) await store[Symbol.asyncDispose]();
    },
  };
  dataOf.set(state, data);
  return state;
}

const dataFor = (state: SharedState): Data => dataOf.get(state) ?? { paths: new Map(), clock: { now: 1e12 } };

describeSharedState("SQLite", {
  forms: ["records"],
  open: async () => openOn({ paths: new Map(), clock: { now: 1e12 } }),
  peer: async (state) => openOn(dataFor(state)),
  async reopen(state) {
    await state[Symbol.asyncDispose]();
    return openOn(dataFor(state));
  },
  async pass(state, days) {
    dataFor(state).clock.now += days * 86_400_000;
  },
});
