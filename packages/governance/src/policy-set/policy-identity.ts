import { compareText, isRecord } from "@precept/core";
import type { TextHash } from "../model/fingerprint.ts";
import type { Policy } from "../model/policy.ts";
import { toWirePolicy } from "../wire/policy.ts";

/**
 * Returns the form in which ids are compared: ids that differ only in letter case or Unicode normalisation are equal.
 * Ids are ASCII, so there are no other look-alikes.
 */
export function canonicalId(id: string): string {
  return id.normalize("NFKC").toLowerCase();
}

/** Compares versions by their parts, numerically if both are numbers: 1.9 < 1.10. Pre-releases come first. */
export function compareVersions(left: string, right: string): number {
  const [leftCore, leftPreRelease] = splitPreRelease(left);
  const [rightCore, rightPreRelease] = splitPreRelease(right);
  return compareParts(leftCore, rightCore) || comparePreReleases(leftPreRelease, rightPreRelease);
}

function splitPreRelease(version: string): readonly [string, string | undefined] {
  const [, core = "", rest] = /^v?([^-+]*)(?:-([^+]*))?/.exec(version) ?? [];
  return [core, rest];
}

function comparePreReleases(left: string | undefined, right: string | undefined): number {
  if (left === undefined || right === undefined) return Number(left === undefined) - Number(right === undefined);
  return compareParts(left, right);
}

function compareParts(left: string, right: string): number {
  const lefts = left.split(".");
  const rights = right.split(".");
  for (let at = 0; at < Math.max(lefts.length, rights.length); at += 1) {
    const one = lefts[at] ?? "0";
    const other = rights[at] ?? "0";
    const areNumbers = /^\d+$/.test(one) && /^\d+$/.test(other);
    const difference = areNumbers ? Number(one) - Number(other) : compareText(one, other);
    if (difference !== 0) return difference;
  }
  return 0;
}

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
