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
