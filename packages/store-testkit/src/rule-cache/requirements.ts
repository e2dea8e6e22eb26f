/** A requirement of the `RuleCache` port. */
export interface CacheRequirement {
  /** The behaviour of the cache. */
  readonly text: string;
  /** What the suite needs for the check: a second client, a cache that waits, or access to what is stored. */
  readonly needs?: "peer" | "waitMs" | "stored";
}

/** Requirements of all caches. */
export const cacheRequirements = {
  "get/missing": { text: "returns undefined for a key without a value" },
  "set/value": { text: "returns a value as it was set, with any characters and of any length" },
  "set/replaced": { text: "returns the last value of a key" },
  "set/separate": { text: "does not mix up keys that are alike" },
  "set/whole": { text: "returns one of several values that are set at the same time, whole" },
  "delete/gone": { text: "does not return a deleted value" },
  "delete/others": { text: "does not delete the values of other keys" },
  "delete/missing": { text: "deletes nothing if there is no value" },
  "ttl/kept": { text: "returns a value before its time is over" },
  "ttl/gone": { text: "does not return a value after its time" },
  "ttl/again": { text: "counts the time from the last set" },
  "signal/get": { text: "rejects get with the reason of an aborted signal" },
  "signal/set": { text: "rejects set with the reason of an aborted signal, and stores nothing" },
  "signal/delete": { text: "rejects delete with the reason of an aborted signal, and deletes nothing" },
  "peer/value": { text: "returns the value that another client set", needs: "peer" },
  "peer/replaced": { text: "returns the value that another client replaced its own with", needs: "peer" },
  "peer/deleted": { text: "does not return a value that another client deleted", needs: "peer" },
  "wait/one": {
    text: "lets one of several clients read the rules of a missing key, and returns its value to the others",
    needs: "waitMs",
  },
  "wait/limited": { text: "waits only for a limited time for a client that never sets a value", needs: "waitMs" },
  "wait/separate": { text: "does not wait for a client that reads the rules of another key", needs: "waitMs" },
  "damage/changed": { text: "does not return a value that was changed where it is stored", needs: "stored" },
  "damage/cut": { text: "does not return a value that was cut where it is stored", needs: "stored" },
  "damage/moved": { text: "does not return a value that was set for another key", needs: "stored" },
  "damage/repaired": { text: "returns a value that is set after a damaged one", needs: "stored" },
} as const satisfies Readonly<Record<string, CacheRequirement>>;

export type CacheRequirementId = keyof typeof cacheRequirements;

export const cacheRequirementIds = Object.keys(cacheRequirements) as readonly CacheRequirementId[];
