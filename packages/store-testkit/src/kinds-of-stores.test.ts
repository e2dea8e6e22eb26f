import { createMemoryStore, createUnsupportedOperations, type RuleStore, type StoreCapabilities } from "@precept/core";
import { describeRuleStore } from "./index.ts";
import { canKeep } from "./testing/door.ts";
import { suiteWith } from "./testing/mutant.ts";
import { createNamingStore } from "./testing/naming-store.ts";
import { wrapStore } from "./testing/wrap-store.ts";

// Stores may differ in much and keep the contract all the same: none of these may be taken for a broken one.

const everything: StoreCapabilities = { write: true, search: false, history: true, usage: true, transactions: true };

/** The memory store without some of its calls. */
function storeThatCan(capabilities: StoreCapabilities): RuleStore {
  const store = createMemoryStore();
  const { save, delete: remove, apply, history, recordUse, usage } = createUnsupportedOperations("less");
  return wrapStore(store, {
    capabilities,
    ...(!capabilities.write && { save, delete: remove }),
    ...(!capabilities.transactions && { apply }),
    ...(!capabilities.history && { history }),
    ...(!capabilities.usage && { recordUse, usage }),
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

const nothing: StoreCapabilities = { write: false, search: false, history: false, usage: false, transactions: false };

describeRuleStore(
  "one with data that outlive it",
  suiteWith(() => ({})),
);

describeRuleStore("one that gives rules ids of its own", {
  open: async () => createNamingStore(),
  capabilities: everything,
  accepts: canKeep,
});

describeRuleStore("one that only reads", { open: async () => storeThatCan(nothing), capabilities: nothing });

describeRuleStore("one that only reads and writes", {
  open: async () => storeThatCan({ ...nothing, write: true }),
  capabilities: { ...nothing, write: true },
});
