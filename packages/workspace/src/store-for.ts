import { PreceptError, type RuleStore, type Scope } from "@precept/core";
import type { FsRoot } from "@precept/store-fs";
import { storeKinds, type StoreKind } from "./store-kinds.ts";

/**
 * Chooses the store for a new rule of a scope: memory for session rules; otherwise files, or the database if no rule directory has the scope.
 *
 * @param kind the store that the caller asks for.
 * @throws PreceptError `SCOPE_UNSUPPORTED` if no store accepts such rules, `STORE_UNSUITABLE` if the requested one does not.
 */
export function chooseStore(
  stores: readonly RuleStore[],
  roots: readonly FsRoot[],
  scope: Scope,
  kind: StoreKind | undefined,
): RuleStore {
  const fitting = stores.filter(({ id }) => storeKinds[id as StoreKind].accepts(scope, roots));
  const chosen = kind === undefined ? fitting[0] : fitting.find(({ id }) => id === kind);
  if (chosen !== undefined) return chosen;
  if (kind !== undefined && fitting.length > 0) {
    throw new PreceptError("STORE_UNSUITABLE", { store: kind, scope, stores: fitting.map(({ id }) => id) });
  }
  throw new PreceptError("SCOPE_UNSUPPORTED", {
    scope,
    scopes: [...new Set(roots.map((root) => root.scope ?? "project")), "session"],
  });
}
