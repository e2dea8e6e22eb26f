import { onTestFinished } from "vitest";
import type { RuleStore } from "@precept/core";
import { openBetterSqlite3 } from "../src/better-sqlite3.ts";
import type { Driver } from "../src/driver.ts";
import { createSqliteStore, createStoreOver } from "../src/store.ts";
import type { SqliteStoreOptions } from "../src/options.ts";
import { databasePath } from "./directory.ts";

/** Opens a store, by default with a new file, and closes it after the test. */
export function openStore(options: Partial<SqliteStoreOptions> = {}): RuleStore {
  const store = createSqliteStore({ path: options.path ?? databasePath(), ...options });
  onTestFinished(() => store[Symbol.asyncDispose]());
  return store;
}

/** Opens a separate connection, as another process would. */
export function openDriver(path: string): Driver {
  const driver = openBetterSqlite3({ path, readOnly: false, busyTimeoutMs: 0, store: "test" });
  onTestFinished(() => driver.close());
  return driver;
}

/** A store with its connection, which is open after the first call. */
export function openWithDriver(options: SqliteStoreOptions): { readonly store: RuleStore; readonly driver: () => Driver } {
  let driver: Driver | undefined;
  const store = createStoreOver((how) => (driver = openBetterSqlite3(how)), options);
  onTestFinished(() => store[Symbol.asyncDispose]());
  return {
    store,
    driver: () => {
      if (driver === undefined) throw new Error("The store is not open yet.");
      return driver;
    },
  };
}
