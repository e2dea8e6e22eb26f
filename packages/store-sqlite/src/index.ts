// The store
export { createSqliteStore, createStoreOver } from "./store.ts";
export type { SqliteStoreOptions } from "./options.ts";

// The search index
export {
  rebuildSearchIndex,
  searchIndexStatus,
  type RebuildOptions,
  type RebuildProgress,
  type SearchIndexOptions,
  type SearchIndexStatus,
} from "./search-maintenance.ts";
export type { EmbedProgress } from "./embed-rules.ts";

// For drivers other than better-sqlite3 and node:sqlite
export type { Driver, DriverOptions, OpenDriver, SqlValue, RunResult } from "./driver.ts";

// Shared state of several processes
export { createStateStore, type StateStore, type StateStoreOptions } from "./state-store.ts";
