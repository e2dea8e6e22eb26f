import type { EmbedderInfo, RuleFilter } from "@precept/core";
import type { Driver } from "./driver.ts";
import { buildDataQuery } from "./filter.ts";
import type { VectorSpace } from "./vector-cache.ts";

const findId = "SELECT embedder, dim FROM search_embedders WHERE id = ?";
const addId =
  "INSERT INTO search_embedders (id, dim, used_at) VALUES (?, ?, ?) ON CONFLICT (id) DO UPDATE SET used_at = excluded.used_at";

export function findSpace(driver: Driver, id: string): VectorSpace | undefined {
  return driver.get(findId, id) as VectorSpace | undefined;
}

/** Adds an embedder to the file, or records that it is used. */
export function ensureSpace(driver: Driver, { id, dim }: EmbedderInfo, now: Date): VectorSpace {
  return driver.transaction(() => {
    driver.run(addId, id, dim, now.toISOString());
    return driver.get(findId, id) as VectorSpace;
  });
}

/** How long unused vectors of an embedder are retained, in milliseconds: processes may have different embedders. */
const retention = 24 * 60 * 60 * 1000;

/** A search records a use if the last record is older than this, in milliseconds. */
const recordInterval = 60 * 60 * 1000;

export function isUsedRecently(driver: Driver, space: VectorSpace | undefined, now: Date): boolean {
  if (space === undefined) return false;
  const { at } = driver.get("SELECT used_at AS at FROM search_embedders WHERE embedder = ?", space.embedder) as { at: string };
  return at >= new Date(now.getTime() - recordInterval).toISOString();
}

const otherSpaces = "SELECT embedder FROM search_embedders WHERE embedder IS NOT ? AND used_at < ?";
const someVectors =
  "DELETE FROM search_vectors WHERE vector IN (SELECT vector FROM search_vectors WHERE embedder = ? LIMIT 1000)";

/** Removes the vectors of embedders that were not used for a day, so that changing embedders does not grow the file. */
export function removeUnusedSpaces(driver: Driver, current: VectorSpace, now: Date): void {
  removeOtherSpaces(driver, current, new Date(now.getTime() - retention));
}

/** Removes the vectors of all embedders but the current one that were last used before a time. */
export function removeOtherSpaces(driver: Driver, current: VectorSpace | undefined, usedBefore: Date): void {
  const spaces = driver.all(otherSpaces, current?.embedder ?? null, usedBefore.toISOString());
  for (const { embedder } of spaces as readonly { readonly embedder: number }[]) {
    // In short transactions, so that other writers do not wait.
    while (driver.transaction(() => driver.run(someVectors, embedder)).changes > 0);
    driver.run("DELETE FROM search_embedders WHERE embedder = ?", embedder);
  }
}

const counts = "SELECT documents, (SELECT vectors FROM search_embedders WHERE embedder = ?) AS vectors FROM search_state";

/** Whether every rule has a vector of the embedder. */
export function isComplete(driver: Driver, space: VectorSpace | undefined): boolean {
  const { documents, vectors } = countVectors(driver, space);
  return vectors >= documents;
}

/** Counts all rules, and the rules with a vector of the embedder. */
export function countVectors(
  driver: Driver,
  space: VectorSpace | undefined,
): { readonly documents: number; readonly vectors: number } {
  const { documents, vectors } = driver.get(counts, space?.embedder ?? null) as { documents: number; vectors: number | null };
  return { documents, vectors: vectors ?? 0 };
}

/** Whether every rule that the owners of a filter see has a vector of the embedder. */
export function hasVectors(
  driver: Driver,
  space: VectorSpace | undefined,
  { tenant, owner, projectId, userId }: RuleFilter,
): boolean {
  if (isComplete(driver, space)) return true;
  const owners = Object.entries({ tenant, owner, projectId, userId }).filter(([, value]) => value !== undefined);
  if (owners.length === 0) return false;
  const join = "CROSS JOIN search_documents d ON d.rule_id = r.id";
  const { sql, values } = buildDataQuery(Object.fromEntries(owners), "d.document", join);
  const missing = "NOT EXISTS (SELECT 1 FROM search_vectors v WHERE v.document = o.document AND v.embedder IS ?)";
  return driver.get(`SELECT 1 FROM (${sql}) o WHERE ${missing} LIMIT 1`, ...values, space?.embedder ?? null) === undefined;
}
