import { scopeTable, type Scope } from "@precept/core";
import type { FsRoot } from "@precept/store-fs";

/** The kinds of stores that a workspace can have. A kind is also the store's id, in `origin.store` and in messages. */
export type StoreKind = "fs" | "sqlite" | "session";

export interface StoreKindSpec {
  /** Whether its rules outlast the process. */
  readonly isPersistent: boolean;
  /** Where the id of a new rule comes from: the path of its file, or the caller. */
  readonly ids: "path" | "caller";
  /** Whether new rules of a scope can be saved in it. */
  readonly accepts: (scope: Scope, roots: readonly FsRoot[]) => boolean;
}

/** Every kind of store, in the order in which they are considered for a new rule. `stores.ts` opens them. */
export const storeKinds = {
  fs: {
    isPersistent: true,
    ids: "path",
    accepts: (scope, roots) => scopeTable[scope].isPersistent && roots.some((root) => (root.scope ?? "project") === scope),
  },
  sqlite: { isPersistent: true, ids: "caller", accepts: (scope) => scopeTable[scope].isPersistent },
  session: { isPersistent: false, ids: "caller", accepts: (scope) => !scopeTable[scope].isPersistent },
} as const satisfies Record<StoreKind, StoreKindSpec>;

/** The kinds whose rules outlast the process. */
export type PersistentStoreKind = {
  [Kind in StoreKind]: (typeof storeKinds)[Kind]["isPersistent"] extends true ? Kind : never;
}[StoreKind];
