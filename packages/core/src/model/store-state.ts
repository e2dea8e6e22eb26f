import { PreceptError } from "./error.ts";

/**
 * Whether a store returns complete and current rules.
 *
 * - `ready`: it does.
 * - `stale`: its rules may be out of date, for example because it lost the connection to its change feed.
 * - `failed`: it cannot be read, so its rules are missing.
 */
export type StoreStatus = "ready" | "stale" | "failed";

/** The state of a store. */
export interface StoreState {
  readonly status: StoreStatus;
  /** What happened. Absent if the store is ready. */
  readonly error?: unknown;
}

/** Returns the reason of a store's state as a sentence. */
export function describeStoreError({ store, error }: Pick<StoreReport, "store" | "error">): string {
  if (PreceptError.is(error)) return error.message;
  const reason = error instanceof Error ? error.message : typeof error === "string" ? error : "unknown error";
  return `The store "${store}" failed: ${reason}`;
}

/** A store whose rules are missing from an answer, or may be out of date in it. */
export interface StoreReport {
  /** The id of the store. */
  readonly store: string;
  readonly status: Exclude<StoreStatus, "ready">;
  /** What happened. */
  readonly error: unknown;
}
