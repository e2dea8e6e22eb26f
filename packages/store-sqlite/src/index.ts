// The store
export { createSqliteStore, createStoreOver } from "./store.ts";
export type { SqliteStoreOptions } from "./options.ts";

// For another driver than better-sqlite3 and node:sqlite
export type { Driver, DriverOptions, OpenDriver, SqlValue, Written } from "./driver.ts";

// State that many processes change
export { createStateStore, type StateEntry, type StateStore, type StateStoreOptions, type StateStep } from "./state-store.ts";
