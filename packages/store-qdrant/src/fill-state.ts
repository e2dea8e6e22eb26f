import type { EmbedderInfo } from "@precept/core";
import type { Filter, QdrantClient } from "./client.ts";
import { stateId } from "./point-id.ts";
import { vectorNames } from "./point.ts";

/** How far a collection is filled. Kept in the collection, so that any process can continue. */
export interface FillState {
  /** The position of the store up to which all changes are in the collection. */
  readonly position: string;
  /** While all rules are compared: the cursor of the last one that was. They are compared again from there. */
  readonly cursor?: string;
  /** Whether all rules were in the collection at some position. It stays complete while changes are added. */
  readonly isComplete: boolean;
}

const kind = "state";

/** Selects the points of rules. */
export const ofRules: Filter = { must_not: [{ key: "kind", match: { value: kind } }] };

export async function readState(client: QdrantClient, collection: string): Promise<FillState | undefined> {
  const [point] = await client.retrieve(collection, [stateId]);
  const { position, cursor, is_complete: isComplete } = point?.payload ?? {};
  if (typeof position !== "string" || typeof isComplete !== "boolean") return undefined;
  return { position, isComplete, ...(typeof cursor === "string" && { cursor }) };
}

export async function writeState(
  client: QdrantClient,
  collection: string,
  { dim }: EmbedderInfo,
  { position, cursor, isComplete }: FillState,
): Promise<void> {
  const payload = { kind, position, is_complete: isComplete, ...(cursor !== undefined && { cursor }) };
  // The vector has no meaning. The point has no owner, so no search finds it.
  const vector = { [vectorNames.dense]: Array.from({ length: dim }, (_, at) => (at === 0 ? 1 : 0)) };
  await client.upsert(collection, [{ id: stateId, vector, payload }]);
}
