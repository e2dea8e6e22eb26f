import type { Driver, OpenDriver } from "./driver.ts";
import { storeFailed } from "./failure.ts";
import { isIndexBehind, updateIndex } from "./search-index.ts";
import { ensureIndex, hasFts5 } from "./search-schema.ts";

interface SearchFileOptions {
  readonly open: OpenDriver;
  /** The id of the store. */
  readonly store: string;
  readonly path: string;
  readonly readOnly: boolean;
}

/** The number of rules that are indexed in one transaction when a file is opened whose index is behind. */
const chunkSize = 500;

/**
 * Updates the search index of a file, and wraps its driver so that each transaction updates the index for the rules that it writes. Does nothing if the
 * SQLite has no FTS5.
 */
export function withSearchIndex(driver: Driver, { open, readOnly }: SearchFileOptions): Driver {
  if (readOnly || !hasFts5(open)) return driver;
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
 * Checks that the index of a read-only file has all rules.
 *
 * @throws PreceptError `STORE_FAILED`.
 */
export function assertIndexCurrent(driver: Driver, { store, path, readOnly }: Omit<SearchFileOptions, "open">): void {
  if (!readOnly || (ensureIndex(driver, readOnly) && !isIndexBehind(driver))) return;
  throw storeFailed({ store }, `the search index of "${path}" is not up to date; open the file once for writing`);
}
