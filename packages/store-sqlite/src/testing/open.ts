import { onTestFinished } from "vitest";
import type { RuleStore } from "@precept/core";
import { openBetterSqlite3 } from "../better-sqlite3.ts";
import type { Driver } from "../driver.ts";
import { createSqliteStore, createStoreOver } from "../store.ts";
import type { SqliteStoreOptions } from "../options.ts";
import { databasePath } from "./directory.ts";

/** Opens a store, in a file of its own where none is named, and closes it when the test has finished. */
export function openStore(options: Partial<SqliteStoreOptions> = {}): RuleStore {
  const store = createSqliteStore({ path: options.path ?? databasePath(), ...options });
  onTestFinished(() => store[Symbol.asyncDispose]());
  return store;
}

/** A connection beside the store's, as another process has it. */
export function openDriver(path: string): Driver {
  const driver = openBetterSqlite3({ path, readOnly: false, busyTimeoutMs: 0, store: "test" });
  onTestFinished(() => driver.close());
  return driver;
}

/** A store together with the very connection that it works on. It is open after the first call. */
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
