import { createMemoryStore, createUnsupportedOperations, type RuleStore, type StoreCapabilities } from "@precept/core";
import { bySize } from "@precept/testing";
import { describeRuleStore } from "./index.ts";
import { canSave } from "../test/connection.ts";
import { mutantSuite } from "../test/mutant-suite.ts";
import { createNamingStore } from "../test/naming-store.ts";
import { RemoteData } from "../test/remote-data.ts";
import { createRemoteStore, remoteCapabilities } from "../test/remote-store.ts";
import { wrapStore } from "../test/wrap-store.ts";

// Stores can differ in many ways and still meet the contract.

/** How many sequences of calls the properties of the contract try. */
const model = { runs: bySize({ sample: 25, full: 100 }) };

const everything: StoreCapabilities = {
  write: true,
  search: false,
  history: true,
  usage: true,
  transactions: true,
  positions: true,
  orderedIds: true,
  ruleCursors: true,
  cycleChecks: true,
};

/** A memory store with only the given capabilities. */
function createLimitedStore(capabilities: StoreCapabilities): RuleStore {
  const store = createMemoryStore({ epoch: crypto.randomUUID() });
  const {
    save,
    delete: remove,
    writeMany,
    apply,
    history,
    pruneHistory,
    recordUse,
    usage,
    hasReached,
  } = createUnsupportedOperations("less");
  return wrapStore(store, {
    capabilities,
    ...(!capabilities.write && { save, delete: remove, writeMany }),
    ...(!capabilities.transactions && { apply }),
    ...(!capabilities.history && { history, pruneHistory }),
    ...(!capabilities.usage && { recordUse, usage }),
    ...(!capabilities.positions && { hasReached }),
    list: async function* list(options) {
      for await (const stored of store.list(options)) yield { ...stored };
    },
    get: async (id, options) => {
      const stored = await store.get(id, options);
      return stored && { ...stored };
    },
    ...(capabilities.write && { save: async (rule, options) => ({ ...(await store.save(rule, options)) }) }),
  });
}

const nothing: StoreCapabilities = {
  write: false,
  search: false,
  history: false,
  usage: false,
  transactions: false,
  positions: false,
  orderedIds: true,
  ruleCursors: true,
  cycleChecks: true,
};

describeRuleStore(
  "a durable store",
  mutantSuite(() => ({})),
);

describeRuleStore("a store that assigns ids", {
  open: async () => createNamingStore(),
  capabilities: everything,
  accepts: canSave,
  model,
});

describeRuleStore("a read-only store", { open: async () => createLimitedStore(nothing), capabilities: nothing, model });

describeRuleStore("a store that only reads and writes", {
  open: async () => createLimitedStore({ ...nothing, write: true }),
  capabilities: { ...nothing, write: true },
  model,
});

/** The data of remote stores, for second clients. */
const remotes = new WeakMap<RuleStore, RemoteData>();

function openRemote(data: RemoteData): RuleStore {
  const store = createRemoteStore(data);
  remotes.set(store, data);
  return store;
}

describeRuleStore("a remote store", {
  open: async () => openRemote(new RemoteData()),
  peer: async (store) => openRemote(remotes.get(store) ?? new RemoteData()),
  async reopen(store) {
    await store[Symbol.asyncDispose]();
    return openRemote(remotes.get(store) ?? new RemoteData());
  },
  capabilities: remoteCapabilities,
  model,
});
