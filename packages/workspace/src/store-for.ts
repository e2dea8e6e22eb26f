import { PreceptError, type RuleStore, type Scope } from "@precept/core";
import type { FsRoot } from "@precept/store-fs";
import { storeKinds, type StoreKind } from "./store-kinds.ts";

/**
 * The store that a new rule of a scope goes to: session rules to the memory, all others to files, or into the database where no directory is for
 * their scope.
 *
 * @param kind the store that is wanted.
 * @throws PreceptError `SCOPE_UNSUPPORTED` if no store holds such rules, `STORE_UNSUITABLE` if the wanted one does not.
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
