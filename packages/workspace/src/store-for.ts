import { PreceptError, type RuleStore, type Scope } from "@precept/core";
import type { FsRoot } from "@precept/store-fs";
import { storeKinds, type StoreKind } from "./store-kinds.ts";

/**
 * Chooses the store for a new rule of a scope: memory for session rules; otherwise files, or the database if no rule directory has the scope.
 *
 * @param kind the requested kind of store. Default: any.
 * @throws PreceptError `SCOPE_UNSUPPORTED` if no store accepts such rules, `STORE_UNSUITABLE` if the requested one does not.
 */
export function chooseStore(
  stores: readonly RuleStore[],
  roots: readonly FsRoot[],
  scope: Scope,
  kind: StoreKind | undefined,
): RuleStore {
  const suitable = stores.filter(({ id }) => storeKinds[id as StoreKind].accepts(scope, roots));
  const chosen = kind === undefined ? suitable[0] : suitable.find(({ id }) => id === kind);
  if (chosen !== undefined) return chosen;
  if (kind !== undefined && suitable.length > 0) {
    throw new PreceptError("STORE_UNSUITABLE", { store: kind, scope, stores: suitable.map(({ id }) => id) });
  }
  throw new PreceptError("SCOPE_UNSUPPORTED", {
    scope,
    scopes: [...new Set(roots.map((root) => root.scope ?? "project")), "session"],
  });
}
