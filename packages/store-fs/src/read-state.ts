import { PreceptError, type StoreState } from "@precept/core";
import type { RuleFileCache } from "./rule-file-cache.ts";

/** The codes of diagnostics of directories whose rules are missing. Changes that the system does not report are found by rescans. */
const staleCodes: ReadonlySet<string> = new Set(["root/unreadable"]);

/**
 * The state of a store of files.
 *
 * @param store the id of the store.
 * @param failure the error of the last load; undefined if it succeeded.
 */
export function readState(store: string, cache: RuleFileCache, failure: unknown): StoreState {
  if (failure !== undefined) return { status: "failed", error: failure };
  const cause = cache.listingDiagnostics.find(({ code }) => staleCodes.has(code));
  return cause === undefined
    ? { status: "ready" }
    : { status: "stale", error: new PreceptError("STORE_FAILED", { store, reason: cause.message, retryable: false }) };
}
