import { report } from "../model/diagnostic-catalogue.ts";
import type { Diagnostic } from "../model/diagnostic.ts";
import { PreceptError } from "../model/error.ts";
import { describeStoreError, type StoreReport } from "../model/store-state.ts";
import type { FollowedRules } from "./followed-rules.ts";

/** Returns the stores whose rules are missing or may be out of date, each once with its worst status. */
export function reportStores(rules: Iterable<FollowedRules>): readonly StoreReport[] {
  const reports = new Map<string, StoreReport>();
  for (const { store, status, error } of rules) {
    const known = reports.get(store.id);
    if (status === "ready" || known?.status === "failed") continue;
    reports.set(store.id, { store: store.id, status, error });
  }
  return [...reports.values()];
}

/** The diagnostic of a store whose rules are missing or may be out of date. */
export function diagnoseStore({ store, status, error }: StoreReport): Diagnostic {
  const [code, effect] =
    status === "failed"
      ? (["store/failed", "Rules are missing"] as const)
      : (["store/stale", "Rules may be out of date"] as const);
  const hint = PreceptError.is(error) ? error.hint : undefined;
  return report(code, {}, `${effect}: ${describeStoreError({ store, error })}`, hint);
}
