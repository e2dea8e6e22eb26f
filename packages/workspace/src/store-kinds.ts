import type { StoreKind } from "@precept/contract/values";
import { scopeTable, type Scope } from "@precept/core";
import type { FsRoot } from "@precept/store-fs";

export interface StoreKindSpec {
  /** Where the id of a new rule comes from: the path of its file, or the caller. */
  readonly ids: "path" | "caller";
  /** Whether new rules of a scope can be saved in it. */
  readonly accepts: (scope: Scope, roots: readonly FsRoot[]) => boolean;
}

/** Every kind of store, in the order in which they are considered for a new rule. `stores.ts` opens them. */
export const storeKinds = {
  fs: {
    ids: "path",
    accepts: (scope, roots) => scopeTable[scope].isPersistent && roots.some((root) => (root.scope ?? "project") === scope),
  },
  sqlite: { ids: "caller", accepts: (scope) => scopeTable[scope].isPersistent },
  session: { ids: "caller", accepts: (scope) => !scopeTable[scope].isPersistent },
} as const satisfies Record<StoreKind, StoreKindSpec>;
