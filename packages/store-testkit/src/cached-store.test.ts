import { cachedStore, createMemoryRuleCache, createMemoryStore, type RuleCache, type RuleStore } from "@precept/core";
import { bySize } from "@precept/testing";
import { describeRuleStore, type RuleStoreSuite } from "./index.ts";
import { readThroughCache } from "../test/read-through-cache.ts";
import { RemoteData } from "../test/remote-data.ts";
import { createRemoteStore, remoteCapabilities } from "../test/remote-store.ts";

const now = (): number => 0;

/** How many sequences of calls the properties of the contract try. */
const model = { runs: bySize({ sample: 25, full: 100 }) };

describeRuleStore("a cached memory store", {
  open: async () => cachedStore(createMemoryStore(), { now }),
  capabilities: createMemoryStore().capabilities,
  model,
});

/** Clients of one server that share a second layer. */
interface Server {
  readonly data: RemoteData;
  readonly cache: RuleCache;
}

/** @param openClient opens a client of a server. */
function remoteSuite(openClient: (server: Server) => RuleStore): RuleStoreSuite {
  const servers = new WeakMap<RuleStore, Server>();
  const startServer = (): Server => ({ data: new RemoteData(), cache: createMemoryRuleCache({ now }) });
  const openOn = (server: Server): RuleStore => {
    const store = openClient(server);
    servers.set(store, server);
    return store;
  };
  const serverOf = (store: RuleStore): Server => servers.get(store) ?? startServer();
  return {
    open: async () => openOn(startServer()),
    peer: async (store) => openOn(serverOf(store)),
    async reopen(store) {
      await store[Symbol.asyncDispose]();
      return openOn(serverOf(store));
    },
    capabilities: remoteCapabilities,
    model,
  };
}

describeRuleStore(
  "a cached remote store",
  remoteSuite(({ data, cache }) => cachedStore(createRemoteStore(data), { now, l2: { cache } })),
);

describeRuleStore(
  "a cached remote store that is read through the cache",
  remoteSuite(({ data, cache }) => {
    const store = cachedStore(createRemoteStore(data), { now, l2: { cache } });
    return readThroughCache(store, () => data.rules.values());
  }),
);

describeRuleStore(
  "a cached remote store whose memory is too small for any snapshot",
  remoteSuite(({ data, cache }) => {
    const store = cachedStore(createRemoteStore(data), { now, l1: { maxRules: 0 }, l2: { cache } });
    return readThroughCache(store, () => data.rules.values());
  }),
);
