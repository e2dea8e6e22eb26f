import type { Driver, OpenDriver } from "./driver.ts";

/**
 * The tables of the search index, without the FTS5 table, which not every SQLite has.
 *
 * `search_state.position` is the last revision in the index. A writer without FTS5 does not advance it; the next writer
 * with FTS5 does.
 */
export const searchTables = `
CREATE TABLE search_documents (
  document INTEGER PRIMARY KEY AUTOINCREMENT,
  rule_id TEXT NOT NULL UNIQUE,
  -- The sum of the frequencies of its terms.
  length INTEGER NOT NULL,
  -- Of its terms and owners in the index.
  index_digest TEXT NOT NULL,
  -- Of the text to embed.
  text_digest TEXT NOT NULL
) STRICT;
CREATE TABLE search_state (
  only INTEGER PRIMARY KEY CHECK (only = 1),
  position INTEGER NOT NULL,
  documents INTEGER NOT NULL,
  -- The sum of the lengths of all documents.
  length INTEGER NOT NULL
) STRICT;
INSERT INTO search_state (only, position, documents, length) VALUES (1, 0, 0, 0);

-- The size of the index by owner, as tokens of the index: the scores of a tenant's search depend only on rules that the tenant sees.
CREATE TABLE search_owners (
  project TEXT NOT NULL,
  user TEXT NOT NULL,
  documents INTEGER NOT NULL,
  length INTEGER NOT NULL,
  PRIMARY KEY (project, user)
) STRICT, WITHOUT ROWID;

-- The vocabulary, for corrections of queries. Terms of deleted rules remain until the index is rebuilt. New terms have higher numbers.
CREATE TABLE search_terms (number INTEGER PRIMARY KEY AUTOINCREMENT, term TEXT NOT NULL UNIQUE) STRICT;

-- Only vectors of one embedder are comparable.
CREATE TABLE search_embedders (
  embedder INTEGER PRIMARY KEY AUTOINCREMENT,
  id TEXT NOT NULL UNIQUE,
  dim INTEGER NOT NULL,
  used_at TEXT NOT NULL,
  vectors INTEGER NOT NULL DEFAULT 0
) STRICT;
-- AUTOINCREMENT never reuses a number, so that new vectors are those with higher numbers. A changed vector has a new number.
CREATE TABLE search_vectors (
  vector INTEGER PRIMARY KEY AUTOINCREMENT,
  document INTEGER NOT NULL REFERENCES search_documents (document) ON DELETE CASCADE,
  embedder INTEGER NOT NULL REFERENCES search_embedders (embedder) ON DELETE CASCADE,
  -- 32-bit floats, little-endian.
  data BLOB NOT NULL
) STRICT;
CREATE UNIQUE INDEX search_vectors_by_document ON search_vectors (document, embedder);
CREATE INDEX search_vectors_by_embedder ON search_vectors (embedder);
CREATE TRIGGER search_vectors_added AFTER INSERT ON search_vectors
BEGIN UPDATE search_embedders SET vectors = vectors + 1 WHERE embedder = new.embedder; END;
CREATE TRIGGER search_vectors_removed AFTER DELETE ON search_vectors
BEGIN UPDATE search_embedders SET vectors = vectors - 1 WHERE embedder = old.embedder; END;
`;

/**
 * The FTS5 table. `terms` are the terms of core, joined by spaces and repeated as often as they count, so that `bm25`
 * weighs fields as core does. The tokenizer `ascii` does not split them in any script, because all non-ASCII characters
 * are letters for it. Terms of core never contain `_`, which marks the tokens of owners. Tokens of owners select rules,
 * but do not count in `bm25`.
 */
const createIndex = `
CREATE VIRTUAL TABLE search_index USING fts5(terms, owner, tokenize = "ascii tokenchars '_'");
INSERT INTO search_index (search_index, rank) VALUES ('rank', 'bm25(1.0, 0.0)')`;

/** Creates the FTS5 table if it does not exist. @returns whether the file has one afterwards. */
export function ensureIndex(driver: Driver, readOnly: boolean): boolean {
  if (hasIndex(driver)) return true;
  if (readOnly) return false;
  driver.transaction(() => {
    // Another process may have created it.
    if (!hasIndex(driver)) driver.exec(createIndex);
  });
  return true;
}

/** Replaces the FTS5 table with an empty one. */
export function recreateIndex(driver: Driver): void {
  driver.exec("DROP TABLE IF EXISTS search_index");
  driver.exec(createIndex);
}

function hasIndex(driver: Driver): boolean {
  return driver.get("SELECT 1 FROM sqlite_schema WHERE name = 'search_index'") !== undefined;
}

/** Whether the SQLite of a connection has FTS5. */
export function hasFts5(driver: Driver): boolean {
  return driver.get("SELECT 1 FROM pragma_module_list WHERE name = 'fts5'") !== undefined;
}

const support = new WeakMap<OpenDriver, boolean>();

/** Whether a driver's SQLite has FTS5. Opens a database in memory. True if that fails: opening the file reports it. */
export function supportsFts5(open: OpenDriver): boolean {
  let known = support.get(open);
  if (known === undefined) support.set(open, (known = probe(open)));
  return known;
}

function probe(open: OpenDriver): boolean {
  try {
    const driver = open({ path: ":memory:", readOnly: false, busyTimeoutMs: 0, store: "sqlite" });
    try {
      return hasFts5(driver);
    } finally {
      driver.close();
    }
  } catch {
    return true;
  }
}
