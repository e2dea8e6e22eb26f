import { createHash } from "node:crypto";
import type { EmbedderInfo } from "@precept/core";
import type { Schemas } from "@qdrant/js-client-rest";
import type { QdrantClient } from "./client.ts";
import { failed } from "./failure.ts";
import { vectorNames } from "./point.ts";

/** The name of the collection of an embedder. Vectors of different embedders cannot be compared. */
export function collectionOf(alias: string, { id }: EmbedderInfo): string {
  return `${alias}-${createHash("sha256").update(id).digest("hex").slice(0, 8)}`;
}

/** What payloads can be filtered by. The rules of one owner are stored and searched together. */
const indexes: readonly Schemas["CreateFieldIndex"][] = [
  { field_name: "owner", field_schema: { type: "keyword", is_tenant: true } },
  ...["project_id", "user_id", "rule_id", "category", "authority", "scope", "tool_targets", "tags", "kind"].map(
    (name): Schemas["CreateFieldIndex"] => ({ field_name: name, field_schema: "keyword" }),
  ),
  { field_name: "priority", field_schema: "integer" },
];

/** Creates the collection of an embedder if it is missing. Several processes can do so at the same time. */
export async function ensureCollection(client: QdrantClient, collection: string, { dim }: EmbedderInfo): Promise<void> {
  if (!(await client.exists(collection))) {
    const config: Schemas["CreateCollection"] = {
      vectors: { [vectorNames.dense]: { size: dim, distance: "Cosine" } },
      sparse_vectors: { [vectorNames.sparse]: {} },
      // No graph of all rules: each search is of few owners, so a graph of each is enough.
      hnsw_config: { m: 0, payload_m: 16 },
    };
    try {
      await client.create(collection, config);
    } catch (error) {
      // Another process may have created it.
      if (!(await client.exists(collection))) throw error;
    }
  }
  const { payload_schema: existing, config } = await client.info(collection);
  const { vectors } = config.params;
  const dense = typeof vectors === "object" && vectorNames.dense in vectors ? vectors[vectorNames.dense] : undefined;
  if (typeof dense !== "object" || dense.size !== dim) {
    const reason = `the collection ${collection} has no vector "${vectorNames.dense}" of ${dim} numbers; delete it, or choose another name`;
    throw failed(reason, { retryable: false });
  }
  for (const index of indexes) if (!(index.field_name in existing)) await client.createIndex(collection, index);
}

/** Lets the alias name a complete collection, and deletes the one that it named before, of another embedder. */
export async function publish(client: QdrantClient, alias: string, collection: string): Promise<void> {
  const before = (await client.aliases()).get(alias);
  if (before === collection) return;
  await client.changeAliases({
    actions: [
      ...(before === undefined ? [] : [{ delete_alias: { alias_name: alias } }]),
      { create_alias: { alias_name: alias, collection_name: collection } },
    ],
  });
  if (before?.startsWith(`${alias}-`) === true) await client.deleteCollection(before);
}
