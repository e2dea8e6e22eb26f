import type { Policy } from "../model/policy.ts";

/** Returns the ids of the policies that clients registered at run time. */
export function registeredIds(policies: readonly Policy[]): ReadonlySet<string> {
  return new Set(policies.filter(({ origin }) => origin === "registered").map(({ id }) => id));
}
