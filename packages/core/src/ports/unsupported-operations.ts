import { PreceptError } from "../model/error.ts";
import type { RuleStore, StoreCapabilities } from "./rule-store.ts";

type Refused = Pick<RuleStore, "save" | "delete" | "apply" | "history" | "recordUse" | "usage">;

/** The calls of a store that can't do what they need: each says so. A store takes those that it has no other answer to. */
export function createUnsupportedOperations(store: string): Refused {
  const refuse = async (capability: keyof StoreCapabilities): Promise<never> => {
    throw new PreceptError("STORE_CAPABILITY_MISSING", { store, capability });
  };
  return {
    save: () => refuse("write"),
    delete: () => refuse("write"),
    apply: () => refuse("transactions"),
    async *history() {
      yield await refuse("history");
    },
    recordUse: () => refuse("usage"),
    usage: () => refuse("usage"),
  };
}
