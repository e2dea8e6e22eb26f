// The store
export { createSqliteStore, createStoreOver } from "./store.ts";
export type { SqliteStoreOptions } from "./options.ts";

// For drivers other than better-sqlite3 and node:sqlite
export type { Driver, DriverOptions, OpenDriver, SqlValue, RunResult } from "./driver.ts";

// Shared state of several processes
export { createStateStore, type StateEntry, type StateStore, type StateStoreOptions, type StateChange } from "./state-store.ts";
