import { resolve } from "node:path";
import { PreceptError, type Embedder } from "@precept/core";
import type { EmbedProgress } from "./embed-rules.ts";

export interface SqliteStoreOptions {
  /** The path of the file, relative to the current directory. A missing file is created, but not its directory. */
  readonly path: string;
  /** The id of the store. Default `sqlite`. */
  readonly id?: string;
  /** The clock for `createdAt` and `updatedAt`. Default: the system clock. */
  readonly now?: () => Date;
  /**
   * Whether to notify subscribers of writes by other processes without a `reload`, and to try again by itself after the
   * file could not be opened or read. Default false.
   */
  readonly watch?: boolean;
  /** The polling interval of `watch`, in milliseconds. Default 200. */
  readonly pollMs?: number;
  /** Opens an existing file read-only, without the capabilities `write`, `usage` and `transactions`. Default false. */
  readonly readOnly?: boolean;
  /**
   * The durability of a completed write. `full`: it survives a power loss, because each write waits for the disk.
   * `normal`: a power loss can undo the last writes, but does not damage the file. Default `full`.
   */
  readonly durability?: "full" | "normal";
  /** The maximum time that a call blocks this process for a lock of another one, in milliseconds. Default 5000. */
  readonly busyTimeoutMs?: number;
  /** Receives errors of listeners. Default: errors are ignored. */
  readonly onListenerError?: (error: unknown) => void;
  /**
   * Embeds queries and, in the background after the first search that uses vectors, rules. The store does not dispose
   * of it. Default: none, so that rules are only found by words.
   */
  readonly embedder?: Embedder;
  /** Called after each batch of rules that was embedded. */
  readonly onEmbedProgress?: (progress: EmbedProgress) => void;
  /** Receives errors of the embedder in the background, which tries again later. Default: errors are ignored. */
  readonly onEmbedError?: (error: unknown) => void;
  /**
   * The maximum memory for vectors, in bytes: searches of all rules cache their vectors. If the vectors need more
   * memory, each such search reads them from the file, which takes about four times as long. Default 268,435,456 (256
   * MiB), which is enough for 170,000 vectors of 384 dimensions.
   */
  readonly maxVectorBytes?: number;
}

type OptionWithoutDefault = "onListenerError" | "embedder" | "onEmbedProgress" | "onEmbedError";

export type CompleteOptions = Required<Omit<SqliteStoreOptions, OptionWithoutDefault>> &
  Pick<SqliteStoreOptions, OptionWithoutDefault>;

/** Fills in the defaults. @throws PreceptError `OPTION_VALUE_INVALID`. */
export function completeOptions(options: SqliteStoreOptions): CompleteOptions {
  const { path, pollMs = 200, busyTimeoutMs = 5000, maxVectorBytes = 2 ** 28 } = options;
  // SQLite would create a temporary database, which other connections cannot see.
  if (path === "" || path === ":memory:")
    throw invalid("path", path, "the path of a file (`createMemoryStore` stores rules in memory)");
  if (!(pollMs > 0 && pollMs < 2 ** 31)) throw invalid("pollMs", String(pollMs), "milliseconds, more than 0");
  if (!(Number.isInteger(busyTimeoutMs) && busyTimeoutMs >= 0 && busyTimeoutMs < 2 ** 31)) {
    throw invalid("busyTimeoutMs", String(busyTimeoutMs), "whole milliseconds, 0 or more");
  }
  if (!(maxVectorBytes >= 0)) throw invalid("maxVectorBytes", String(maxVectorBytes), "a number of bytes, 0 or more");
  return {
    id: "sqlite",
    now: () => new Date(),
    watch: false,
    readOnly: false,
    durability: "full",
    ...options,
    pollMs,
    busyTimeoutMs,
    maxVectorBytes,
    // Absolute, so that `process.chdir` has no effect, and SQLite does not parse it as a `file:` URL.
    path: resolve(path),
  };
}

function invalid(option: string, value: string, expected: string): PreceptError {
  return new PreceptError("OPTION_VALUE_INVALID", { option, value, expected });
}
