import { observe, observeListing } from "./observe.ts";

/** The operations of stores that return a promise. */
const operations = [
  "searchedRules",
  "get",
  "getMany",
  "etag",
  "changesSince",
  "hasReached",
  "save",
  "delete",
  "apply",
  "writeMany",
  "pruneHistory",
  "recordUse",
  "usage",
  "search",
  "reload",
] as const;

/** The operations of stores that return an asynchronous iterable. */
const listings = ["list", "listIds", "history"] as const;

type Operation = (...args: unknown[]) => Promise<unknown>;
type Listing = (...args: unknown[]) => AsyncIterable<unknown>;

/**
 * Observes the operations of a store of rules. Returns the same object, since its identity matters.
 *
 * @param system the value of `db.system.name`.
 */
export function observeStore<Store extends object>(store: Store, system: string): Store {
  const functions = store as Record<string, unknown>;
  for (const name of operations) {
    const call = functions[name];
    if (typeof call !== "function") continue;
    const attributes = { "db.system.name": system, "db.operation.name": name };
    functions[name] = (...args: unknown[]) => observe("storeOperation", attributes, () => (call as Operation).apply(store, args));
  }
  for (const name of listings) {
    const call = functions[name];
    if (typeof call !== "function") continue;
    const attributes = { "db.system.name": system, "db.operation.name": name };
    functions[name] = (...args: unknown[]) => observeListing("storeOperation", attributes, (call as Listing).apply(store, args));
  }
  return store;
}
