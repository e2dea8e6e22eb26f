import { cachedStore, createMemoryStore, type CachedStoreOptions, type RuleStore } from "@precept/core";
import { describeRuleStore } from "./index.ts";
import { RemoteData } from "./testing/remote-data.ts";
import { createRemoteStore, remoteCapabilities } from "./testing/remote-store.ts";

const now = (): number => 0;

/** What a cached store wraps. */
const remotes = new WeakMap<RuleStore, RemoteData>();

function openRemote(data: RemoteData, options: Partial<CachedStoreOptions>): RuleStore {
  const store = cachedStore(createRemoteStore(data), { now, ...options });
  remotes.set(store, data);
  return store;
}

const dataOf = (store: RuleStore): RemoteData => remotes.get(store) ?? new RemoteData();

describeRuleStore("a cached memory store", {
  open: async () => cachedStore(createMemoryStore(), { now }),
  capabilities: createMemoryStore().capabilities,
});

describeRuleStore("a cached remote store", {
  open: async () => openRemote(new RemoteData(), {}),
  peer: async (store) => openRemote(dataOf(store), {}),
  async reopen(store) {
    await store[Symbol.asyncDispose]();
    return openRemote(dataOf(store), {});
  },
  capabilities: remoteCapabilities,
});
