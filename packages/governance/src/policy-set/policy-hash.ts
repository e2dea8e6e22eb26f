import { isRecord } from "@precept/core";
import type { TextHash } from "../model/fingerprint.ts";
import type { Policy } from "../model/policy.ts";
import { toWirePolicy } from "../wire/policy.ts";

/**
 * Hashes the wire form of a policy, with all defaults, as JSON with sorted keys and without white space. Two documents
 * have the same hash if and only if they define the same policy.
 *
 * @param hash the audit log uses SHA-256, in hexadecimal.
 */
export function hashPolicy(policy: Policy, hash: TextHash): string {
  return hash(JSON.stringify(sortKeys(toWirePolicy(policy))));
}

function sortKeys(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sortKeys);
  if (!isRecord(value)) return value;
  // Without a prototype, so that a key `__proto__` is a key.
  const sorted = Object.create(null) as Record<string, unknown>;
  for (const key of Object.keys(value).toSorted()) sorted[key] = sortKeys((value as Record<string, unknown>)[key]);
  return sorted;
}
