import { PreceptError } from "@precept/core";
import type { Driver } from "./driver.ts";
import { storeFailed } from "./failure.ts";
import type { CompleteOptions } from "./options.ts";
import { isIndexBehind, updateIndex } from "./search-index.ts";
import { ensureIndex, hasFts5 } from "./search-schema.ts";

type SearchFileOptions = Pick<CompleteOptions, "id" | "path" | "readOnly">;

/** The number of rules per transaction when an outdated index is updated. */
const chunkSize = 500;

/** Updates the search index of a file, now and in each transaction. Does nothing if SQLite has no FTS5. */
export function withSearchIndex<Wrapped extends Driver>(
  driver: Wrapped,
  { readOnly }: Pick<SearchFileOptions, "readOnly">,
): Wrapped {
  if (readOnly || !hasFts5(driver)) return driver;
  ensureIndex(driver, readOnly);
  while (isIndexBehind(driver)) driver.transaction(() => updateIndex(driver, chunkSize));
  return {
    ...driver,
    transaction: (work) =>
      driver.transaction(() => {
        const result = work();
        updateIndex(driver);
        return result;
      }),
  };
}

/**
 * Checks that a file has an index with all rules.
 *
 * @throws PreceptError `STORE_CAPABILITY_MISSING` if the SQLite has no FTS5, `STORE_FAILED` if the file is read-only
 *   and its index is behind.
 */
export function assertSearchable(driver: Driver, { id: store, path, readOnly }: SearchFileOptions): void {
  if (!hasFts5(driver)) {
    const reason = "this build of SQLite has no FTS5; install better-sqlite3, which has it";
    throw new PreceptError("STORE_CAPABILITY_MISSING", { store, capability: "search", reason });
  }
  if (!readOnly || (ensureIndex(driver, readOnly) && !isIndexBehind(driver))) return;
  throw storeFailed({ store }, `the search index of "${path}" is not up to date; open the file once for writing`);
}
