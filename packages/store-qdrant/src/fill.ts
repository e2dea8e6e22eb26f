import { createHash } from "node:crypto";
import { searchTextOf, type CancelSignal, type Embedder, type EmbedderInfo, type StoredRule } from "@precept/core";
import type { Payload, QdrantClient } from "./client.ts";
import { ensureCollection, publish } from "./collection.ts";
import { failed } from "./failure.ts";
import { ofRules, readState, writeState } from "./fill-state.ts";
import type { CompleteOptions } from "./options.ts";
import { pointIdOf } from "./point-id.ts";
import type { Verification } from "./verification.ts";
import { digestOf, fieldsOf, payloadOf, pointOf } from "./point.ts";

/** How many rules are compared at a time. A process that ends loses the work on so many. */
const pageSize = 64;

export interface FillContext {
  readonly client: QdrantClient;
  readonly collection: string;
  readonly info: EmbedderInfo;
  readonly options: CompleteOptions;
  readonly signal?: AbortSignal | undefined;
}

/**
 * Brings a collection to the current position of the store: applies the changes since the last position, or compares all rules
 * if that is not known. Continues where another process ended.
 */
export async function fill(context: FillContext): Promise<void> {
  const { client, collection, info, options } = context;
  const { store } = options;
  await ensureCollection(client, collection, info);
  const state = await readState(client, collection);
  if (state === undefined || state.cursor !== undefined || !state.isComplete) {
    await compareAll(context, state?.cursor === undefined ? undefined : { from: state.cursor, position: state.position });
    return;
  }
  const change = await store.changesSince(state.position);
  if (change.kind === "reset") {
    await compareAll(context);
    return;
  }
  const ids = [...change.saved.map(({ rule }) => rule.id), ...change.deleted, ...(change.omitted ?? [])];
  for (let at = 0; at < ids.length; at += pageSize) await applyIds(context, ids.slice(at, at + pageSize));
  if (change.token !== state.position) await writeState(client, collection, info, { position: change.token, isComplete: true });
  await publish(client, options.collection, collection);
}

/** Compares all rules with the collection, whatever its state says. */
export async function rebuild(context: FillContext): Promise<void> {
  await ensureCollection(context.client, context.collection, context.info);
  await compareAll(context);
}

interface Resumed {
  readonly from: string;
  readonly position: string;
}

async function compareAll(context: FillContext, resumed?: Resumed): Promise<void> {
  const { client, collection, info, options, signal } = context;
  const { store, onProgress } = options;
  // Changes after this position are applied at the end, so that none is missing.
  const position = resumed?.position ?? (await store.etag());
  const rules = await countRules(context);
  let compared = 0;
  let embedded = 0;
  let page: StoredRule[] = [];
  const endPage = async (): Promise<void> => {
    const cursor = page.at(-1)?.cursor;
    embedded += await savePage(context, page);
    compared += page.length;
    page = [];
    if (cursor !== undefined) await writeState(client, collection, info, { position, cursor, isComplete: false });
    onProgress?.({ compared, embedded, rules });
  };
  for await (const stored of store.list({ signal, ...(resumed !== undefined && { cursor: resumed.from }) })) {
    page.push(stored);
    if (page.length >= pageSize) await endPage();
  }
  await endPage();
  await deleteSurplus(context);
  await writeState(client, collection, info, { position, isComplete: true });
  await fill(context);
}

async function countRules({ options: { store }, signal }: FillContext): Promise<number> {
  let rules = 0;
  for await (const _ of store.listIds({ signal })) rules += 1;
  return rules;
}

/** Applies the current state of rules. */
async function applyIds(context: FillContext, ids: readonly string[]): Promise<void> {
  const { client, collection, options } = context;
  const found = await options.store.getMany(ids);
  await savePage(context, [...found.values()]);
  await client.delete(
    collection,
    ids.filter((id) => !found.has(id)).map((id) => pointIdOf(id)),
  );
}

/** Saves rules whose point is missing or of another revision. Only changed texts are embedded. Returns how many were. */
async function savePage(context: FillContext, page: readonly StoredRule[]): Promise<number> {
  if (page.length === 0) return 0;
  const { client, collection, info, options, signal } = context;
  const known = new Map(
    (
      await client.retrieve(
        collection,
        page.map(({ rule }) => pointIdOf(rule.id)),
        signal,
      )
    ).map(({ id, payload }) => [String(id), fieldsOf(payload)]),
  );
  const payloads = new Map<string, Payload>();
  const changed: StoredRule[] = [];
  for (const stored of page) {
    const id = pointIdOf(stored.rule.id);
    const fields = known.get(id);
    if (fields?.text_digest !== digestOf(searchTextOf(stored.rule))) changed.push(stored);
    else if (fields.revision !== stored.revision) payloads.set(id, payloadOf(stored));
  }
  await client.setPayloads(collection, payloads);
  const size = Math.max(1, Math.min(info.maxBatch, pageSize));
  for (let at = 0; at < changed.length; at += size) {
    const batch = changed.slice(at, at + size);
    const vectors = await embed(options.embedder, info, batch, signal);
    await client.upsert(
      collection,
      batch.map((stored, index) => pointOf(stored, vectors[index] ?? new Float32Array())),
    );
  }
  return changed.length;
}

async function embed(
  embedder: Embedder,
  { id, dim }: EmbedderInfo,
  batch: readonly StoredRule[],
  signal: CancelSignal | undefined,
): Promise<readonly Float32Array[]> {
  const vectors = await embedder.embed(
    batch.map(({ rule }) => searchTextOf(rule)),
    { kind: "document", ...(signal !== undefined && { signal }) },
  );
  const isRight = vectors.length === batch.length && vectors.every((one) => one.length === dim && one.every(Number.isFinite));
  if (!isRight) throw failed(`the embedder ${id} did not return a vector of ${dim} numbers for each text`, { retryable: true });
  return vectors;
}

/** Deletes the points of rules that do not exist. */
async function deleteSurplus(context: FillContext): Promise<void> {
  const { client, collection, options, signal } = context;
  for await (const points of eachPage(context)) {
    const ids = new Map(points.map(({ id, payload }) => [fieldsOf(payload)?.rule_id ?? "", String(id)]));
    const existing = await options.store.getMany([...ids.keys()], { signal });
    await client.delete(
      collection,
      [...ids].filter(([ruleId]) => !existing.has(ruleId)).map(([, id]) => id),
    );
  }
}

async function* eachPage({ client, collection, signal }: FillContext) {
  let offset: string | number | undefined;
  do {
    const page = await client.scroll(
      collection,
      { filter: ofRules, limit: 256, with_payload: true, with_vector: false, ...(offset !== undefined && { offset }) },
      signal,
    );
    yield page.points;
    offset = typeof page.next_page_offset === "object" ? undefined : page.next_page_offset;
  } while (offset !== undefined);
}

/** Compares a collection with its store: the numbers, and a hash of the ids and revisions of all. */
export async function verify(context: FillContext): Promise<Verification> {
  const { client, collection, options, signal } = context;
  const [expected, found] = [new SumOfHashes(), new SumOfHashes()];
  for await (const { id, revision } of options.store.listIds({ signal })) expected.add(`${revision} ${id}`);
  for await (const points of eachPage(context)) {
    for (const { payload } of points) {
      const fields = fieldsOf(payload);
      found.add(`${fields?.revision} ${fields?.rule_id}`);
    }
  }
  const points = await client.count(collection, ofRules, signal);
  const isEqual = expected.count === points && found.count === points && expected.sum === found.sum;
  return { rules: expected.count, points, isEqual };
}

/** A hash of texts in any order. */
class SumOfHashes {
  sum = 0n;
  count = 0;

  add(text: string): void {
    this.sum = BigInt.asUintN(128, this.sum + BigInt(`0x${createHash("sha256").update(text).digest("hex").slice(0, 32)}`));
    this.count += 1;
  }
}
