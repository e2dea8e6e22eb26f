/** A requirement of the `RuleCache` port. */
export interface CacheRequirement {
  /** The behaviour of the cache. */
  readonly text: string;
  /** What the suite needs for the check: a second client, a cache that waits, or access to what is stored. */
  readonly needs: "peer" | "waitMs" | "stored" | undefined;
}

const texts = {
  "get/missing": "returns undefined for a key without a value",
  "set/value": "returns a value as it was set, with any characters and of any length",
  "set/replaced": "returns the last value of a key",
  "set/separate": "does not mix up keys that are alike",
  "set/whole": "returns one of several values that are set at the same time, whole",
  "delete/gone": "does not return a deleted value",
  "delete/others": "does not delete the values of other keys",
  "delete/missing": "deletes nothing if there is no value",
  "ttl/kept": "returns a value before its time is over",
  "ttl/gone": "does not return a value after its time",
  "ttl/again": "counts the time from the last set",
  "signal/get": "rejects get with the reason of an aborted signal",
  "signal/set": "rejects set with the reason of an aborted signal, and stores nothing",
  "signal/delete": "rejects delete with the reason of an aborted signal, and deletes nothing",
  "peer/value": "returns the value that another client set",
  "peer/replaced": "returns the value that another client replaced its own with",
  "peer/deleted": "does not return a value that another client deleted",
  "wait/one": "lets one of several clients read the rules of a missing key, and returns its value to the others",
  "wait/limited": "waits only for a limited time for a client that never sets a value",
  "wait/separate": "does not wait for a client that reads the rules of another key",
  "damage/changed": "does not return a value that was changed where it is stored",
  "damage/cut": "does not return a value that was cut where it is stored",
  "damage/moved": "does not return a value that was set for another key",
  "damage/repaired": "returns a value that is set after a damaged one",
} as const;

export type CacheRequirementId = keyof typeof texts;

/** What the requirements of an area need, besides a cache. */
const needs: Readonly<Record<string, CacheRequirement["needs"]>> = { peer: "peer", wait: "waitMs", damage: "stored" };

export const cacheRequirementIds = Object.keys(texts) as readonly CacheRequirementId[];

export const cacheRequirements: Readonly<Record<CacheRequirementId, CacheRequirement>> = Object.fromEntries(
  cacheRequirementIds.map((id) => [id, { text: texts[id], needs: needs[id.split("/")[0] ?? ""] }]),
) as Record<CacheRequirementId, CacheRequirement>;
