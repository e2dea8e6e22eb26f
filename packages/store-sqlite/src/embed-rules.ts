import { setImmediate } from "node:timers/promises";
import { ruleOf, PreceptError, searchTextOf, type Embedder, type EmbedderInfo } from "@precept/core";
import type { Driver } from "./driver.ts";
import { blobOf } from "./vector-cache.ts";
import type { VectorSpace } from "./vector-cache.ts";
import { countVectors, ensureSpace, removeUnusedSpaces } from "./vector-spaces.ts";

/** The progress of embedding rules. */
export interface EmbedProgress {
  /** The id of the embedder. */
  readonly embedder: string;
  /** The number of rules with a vector of the embedder. */
  readonly embedded: number;
  readonly rules: number;
}

export interface EmbedRulesOptions {
  readonly now: () => Date;
  /** Called after each batch. */
  readonly onProgress?: ((progress: EmbedProgress) => void) | undefined;
  /** Receives the error of each text that the embedder rejects. */
  readonly onError?: ((error: unknown) => void) | undefined;
  readonly signal?: AbortSignal | undefined;
}

interface PendingDocument {
  readonly document: number;
  readonly digest: string;
  readonly rule: string;
}

/** The maximum size of a batch. A process that ends loses a batch. */
const maxBatch = 64;
/** After this many consecutive failures with single texts, the cause is the embedder and not a text. */
const maxFailures = 3;

/**
 * Computes the missing vectors of an embedder, in batches with one transaction each. Each begins at a random rule, so
 * that several processes rarely embed the same ones.
 *
 * @returns the number of texts that the embedder rejected.
 * @throws PreceptError `EMBEDDER_FAILED` if the embedder rejects several texts in a row.
 */
export async function embedRules(access: () => Driver, embedder: Embedder, options: EmbedRulesOptions): Promise<number> {
  const { now, onProgress, onError, signal } = options;
  const info = await embedder.info({ signal });
  const space = ensureSpace(access(), info, now());
  const rejected = new Set<string>();
  let size = Math.max(1, Math.min(info.maxBatch, maxBatch));
  let failures = 0;
  for (;;) {
    const batch = readPending(access(), space, size, rejected);
    if (batch.length === 0) break;
    try {
      const vectors = await embedBatch(embedder, info, batch, signal);
      addVectors(access(), space, batch, vectors);
      size = Math.max(1, Math.min(info.maxBatch, maxBatch));
      failures = 0;
    } catch (error) {
      if (signal?.aborted === true || !PreceptError.is(error, "EMBEDDER_FAILED")) throw error;
      if (size === 1) {
        failures += 1;
        if (failures >= maxFailures) throw error;
        for (const document of batch) rejected.add(keyOf(document));
        onError?.(error);
      }
      // One text may be the cause, so try each separately.
      size = 1;
    }
    const { vectors: embedded, documents: rules } = countVectors(access(), space);
    onProgress?.({ embedder: info.id, embedded, rules });
    // An embedder that answers immediately must not block the process.
    await setImmediate();
  }
  removeUnusedSpaces(access(), space, now());
  return rejected.size;
}

const pendingDocuments = `
SELECT d.document, d.text_digest AS digest, v.rule FROM search_documents d
CROSS JOIN rules r ON r.id = d.rule_id CROSS JOIN revisions v ON v.revision = r.revision
WHERE d.document BETWEEN ? AND ? AND NOT EXISTS (SELECT 1 FROM search_vectors o WHERE o.document = d.document AND o.embedder = ?)
ORDER BY d.document LIMIT ?`;

const lastDocument = "SELECT coalesce(max(document), 0) AS last FROM search_documents";

function readPending(
  driver: Driver,
  { embedder }: VectorSpace,
  size: number,
  rejected: ReadonlySet<string>,
): readonly PendingDocument[] {
  const { last } = driver.get(lastDocument) as { readonly last: number };
  const start = 1 + Math.floor(Math.random() * last);
  const limit = size + rejected.size;
  const read = (from: number, to: number): readonly PendingDocument[] =>
    driver.all(pendingDocuments, from, to, embedder, limit) as readonly PendingDocument[];
  const behind = read(start, last);
  const all = behind.length < limit ? [...behind, ...read(1, start - 1)] : behind;
  return all.filter((document) => !rejected.has(keyOf(document))).slice(0, size);
}

function keyOf({ document, digest }: PendingDocument): string {
  return `${document} ${digest}`;
}

async function embedBatch(
  embedder: Embedder,
  { id, dim }: EmbedderInfo,
  batch: readonly PendingDocument[],
  signal: AbortSignal | undefined,
): Promise<readonly Float32Array[]> {
  const texts = batch.map((row) => searchTextOf(ruleOf(row, "")));
  const vectors = await embedder.embed(texts, { kind: "document", signal });
  const isWrong = vectors.length !== texts.length || vectors.some((vector) => !isVector(vector, dim));
  if (isWrong) {
    const reason = `it did not return a vector of ${dim} numbers for each of ${texts.length} texts`;
    throw new PreceptError("EMBEDDER_FAILED", { embedder: id, reason });
  }
  return vectors;
}

/** Whether a vector has the right number of dimensions, and only finite numbers. */
export function isVector(vector: Float32Array | undefined, dim: number): vector is Float32Array {
  return vector?.length === dim && vector.every((value) => Number.isFinite(value));
}

/** Adds the vector of a text if the rule still has that text, and no other process added it. */
const addVector = `
INSERT INTO search_vectors (document, embedder, data)
SELECT document, ?, ? FROM search_documents WHERE document = ? AND text_digest = ?
ON CONFLICT (document, embedder) DO NOTHING`;

function addVectors(
  driver: Driver,
  { embedder }: VectorSpace,
  batch: readonly PendingDocument[],
  vectors: readonly Float32Array[],
): void {
  driver.transaction(() => {
    // If the embedder was removed as unused in the meantime, the next run adds it again.
    if (driver.get("SELECT 1 FROM search_embedders WHERE embedder = ?", embedder) === undefined) return;
    for (const [index, { document, digest }] of batch.entries()) {
      driver.run(addVector, embedder, blobOf(vectors[index] ?? new Float32Array()), document, digest);
    }
  });
}

/** The pause after a failure of the embedder, in milliseconds. */
const retryAfter = 30_000;

interface EmbedQueueOptions extends Pick<EmbedRulesOptions, "now"> {
  readonly embedder: Embedder;
  readonly onEmbedProgress?: EmbedRulesOptions["onProgress"];
  readonly onEmbedError?: EmbedRulesOptions["onError"];
}

/** Embeds new and changed rules in the background, one run at a time. */
export class EmbedQueue {
  readonly #access: () => Driver;
  readonly #options: EmbedQueueOptions;
  readonly #abort = new AbortController();
  #running: Promise<void> | undefined;
  #isRequested = false;
  #failedAt = Number.NEGATIVE_INFINITY;

  /** @param access returns the connection. */
  constructor(access: () => Driver, options: EmbedQueueOptions) {
    this.#access = access;
    this.#options = options;
  }

  /** Starts to embed rules that have no vector, unless the embedder failed a moment ago. */
  start(): void {
    if (this.#abort.signal.aborted) return;
    this.#isRequested = true;
    if (performance.now() - this.#failedAt < retryAfter) return;
    this.#running ??= this.#run();
  }

  /** Ends the current run and waits for its end. */
  async close(): Promise<void> {
    this.#abort.abort();
    await this.#running;
  }

  async #run(): Promise<void> {
    const { embedder, now, onEmbedProgress, onEmbedError } = this.#options;
    const { signal } = this.#abort;
    try {
      while (this.#isRequested && !signal.aborted) {
        this.#isRequested = false;
        const listeners = { onProgress: onEmbedProgress, onError: onEmbedError };
        const rejected = await embedRules(this.#access, embedder, { now, signal, ...listeners });
        if (rejected > 0) this.#failedAt = performance.now();
      }
    } catch (error) {
      // Searches report `vectors_incomplete`. A later write or search starts again.
      this.#failedAt = performance.now();
      if (!signal.aborted) onEmbedError?.(error);
    } finally {
      this.#running = undefined;
    }
  }
}
