import { PreceptError } from "../model/error.ts";
import type { RuleStore, StoreCapabilities } from "./rule-store.ts";

type UnsupportedOperations = Pick<
  RuleStore,
  "save" | "delete" | "writeMany" | "apply" | "history" | "pruneHistory" | "recordUse" | "usage" | "search"
>;

/**
 * Creates the optional operations of a store, each of which throws `STORE_CAPABILITY_MISSING`. A store uses those that it does not support.
 *
 * @param store the id of the store.
 */
export function createUnsupportedOperations(store: string): UnsupportedOperations {
  const reject = async (capability: keyof StoreCapabilities): Promise<never> => {
    throw new PreceptError("STORE_CAPABILITY_MISSING", { store, capability });
  };
  return {
    save: () => reject("write"),
    delete: () => reject("write"),
    writeMany: () => reject("write"),
    apply: () => reject("transactions"),
    async *history() {
      yield await reject("history");
    },
    pruneHistory: () => reject("history"),
    recordUse: () => reject("usage"),
    usage: () => reject("usage"),
    search: () => reject("search"),
  };
}
