import type { Embedder } from "@precept/core";
import type { Driver } from "./driver.ts";
import { embedRules, type EmbedProgress } from "./embed-rules.ts";
import { closeDatabase, openDatabase } from "./open.ts";
import { openDriver } from "./open-driver.ts";
import { completeOptions } from "./options.ts";
import { assertSearchable, withSearchIndex, indexProgress, resetIndex, updateIndex } from "./search-index.ts";
import { findSpace, removeOtherSpaces } from "./vector-spaces.ts";

/** The state of the search index of a file. */
export interface SearchIndexStatus {
  readonly rules: number;
  /** The number of rules whose current state is indexed. */
  readonly indexed: number;
  /** The id of the embedder. Absent: the file has no vectors, and no embedder was given. */
  readonly embedder?: string;
  /** The number of dimensions of its vectors. */
  readonly dim?: number;
  /** The number of rules with a vector of the embedder. */
  readonly embedded: number;
  /** The number of vectors of other embedders. They are not used, and are removed a day after their last use. */
  readonly stale: number;
  /** The size of the file, in bytes. */
  readonly bytes: number;
}

export interface SearchIndexOptions {
  /** The path of the file. */
  readonly path: string;
  /** The embedder of the store. Default for the status: the last one. Default for a rebuild: vectors are unchanged. */
  readonly embedder?: Embedder | undefined;
}

export interface RebuildOptions extends SearchIndexOptions {
  /** Called after each step, first for words, then for vectors. */
  readonly onProgress?: ((progress: RebuildProgress) => void) | undefined;
  /** Ends the rebuild. Stores continue it when they open the file. */
  readonly signal?: AbortSignal | undefined;
}

/** The progress of a rebuild: `done` of `total` revisions are indexed, or `done` of `total` rules have a vector. */
export interface RebuildProgress {
  readonly step: "words" | "vectors";
  readonly done: number;
  readonly total: number;
}

/** Later than any use. In text, it sorts after all times with a year of four digits. */
const endOfTime = new Date("9999-12-31T23:59:59.999Z");

/** The revisions that are indexed in one transaction. */
const chunkSize = 500;

/**
 * Reads the state of the search index of a file. Does not change the file.
 *
 * @throws PreceptError `STORE_FAILED`, `EMBEDDER_FAILED`.
 */
export async function searchIndexStatus({ path, embedder }: SearchIndexOptions): Promise<SearchIndexStatus> {
  const info = await embedder?.info();
  const options = completeOptions({ path, readOnly: true });
  const driver = openDatabase(openDriver, options);
  try {
    return driver.snapshot(() => readStatus(driver, info?.id ?? lastEmbedder(driver), info?.dim));
  } finally {
    closeDatabase(driver, options);
  }
}

const readCounts = `
SELECT
  (SELECT count(*) FROM rules) AS rules,
  (SELECT count(*) FROM rules WHERE revision <= (SELECT position FROM search_state)) AS indexed,
  (SELECT coalesce(sum(vectors), 0) FROM search_embedders WHERE id IS ?) AS embedded,
  (SELECT coalesce(sum(vectors), 0) FROM search_embedders WHERE id IS NOT ?) AS stale,
  (SELECT page_count FROM pragma_page_count) * (SELECT page_size FROM pragma_page_size) AS bytes`;

function readStatus(driver: Driver, embedder: string | undefined, dim: number | undefined): SearchIndexStatus {
  const counts = driver.get(readCounts, embedder ?? null, embedder ?? null) as Omit<SearchIndexStatus, "embedder" | "dim">;
  if (embedder === undefined) return counts;
  const known = dim ?? findSpace(driver, embedder)?.dim;
  return { ...counts, embedder, ...(known !== undefined && { dim: known }) };
}

function lastEmbedder(driver: Driver): string | undefined {
  const sql = "SELECT id FROM search_embedders ORDER BY used_at DESC, embedder DESC LIMIT 1";
  return (driver.get(sql) as { readonly id: string } | undefined)?.id;
}

/**
 * Builds the search index of a file again, and embeds the rules that have no vector of the embedder. Removes the
 * vectors of other embedders. Other processes can use the file meanwhile; their searches find the rules that are
 * already indexed.
 *
 * @throws PreceptError `STORE_CAPABILITY_MISSING` if SQLite has no FTS5, `STORE_FAILED`, `EMBEDDER_FAILED`.
 */
export async function rebuildSearchIndex({ path, embedder, onProgress, signal }: RebuildOptions): Promise<SearchIndexStatus> {
  const options = completeOptions({ path });
  const file = openDatabase(openDriver, options);
  try {
    assertSearchable(file, options);
    rebuildWords(file, onProgress, signal);
    if (embedder !== undefined) {
      const driver = withSearchIndex(file, options);
      const report = ({ embedded, rules }: EmbedProgress) => onProgress?.({ step: "vectors", done: embedded, total: rules });
      await embedRules(() => driver, embedder, { now: options.now, onProgress: report, signal });
      const { id } = await embedder.info({ signal });
      removeOtherSpaces(driver, findSpace(driver, id), endOfTime);
    }
  } finally {
    closeDatabase(file, options);
  }
  return searchIndexStatus({ path, embedder });
}

function rebuildWords(driver: Driver, onProgress: RebuildOptions["onProgress"], signal: AbortSignal | undefined): void {
  driver.transaction(() => resetIndex(driver));
  for (;;) {
    const { position, last } = indexProgress(driver);
    onProgress?.({ step: "words", done: position, total: last });
    if (position >= last) return;
    signal?.throwIfAborted();
    driver.transaction(() => updateIndex(driver, chunkSize));
  }
}
