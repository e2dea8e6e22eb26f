import type { StoreKind } from "@precept/contract/values";
import { PreceptError, scopeTable, type RuleStore, type Scope } from "@precept/core";
import type { FsRoot } from "@precept/store-fs";
import { storeKinds } from "../store-kinds.ts";
import { userIdExpected, userIdPattern } from "../user-id.ts";
import { userOfStore } from "../user-stores.ts";
import type { TenantStores } from "./tenant-stores.ts";

/** The stores and the rule directories of a workspace. */
export interface AvailableStores {
  readonly stores: readonly RuleStore[];
  readonly roots: readonly FsRoot[];
  /** The workspace's own user, whose directory is one of the roots. */
  readonly ownUser: string | undefined;
}

/** The scope of a new rule, and the user that it belongs to if its scope is owned by users. */
export interface StoreRequest {
  readonly scope: Scope;
  readonly user?: string | undefined;
  /** The requested kind of store. Default: any. */
  readonly kind?: StoreKind | undefined;
}

/**
 * Chooses the store for a new rule: memory for session rules; otherwise files, or the database if no rule directory has the scope.
 *
 * @throws PreceptError `SCOPE_UNSUPPORTED` or `USER_UNSUITABLE` if no store accepts such rules, `STORE_UNSUITABLE` if the requested one does not.
 */
export function chooseStore(available: AvailableStores, { scope, user, kind }: StoreRequest): RuleStore {
  const owner = scopeTable[scope].isOwnedByUser ? user : undefined;
  const suitable = available.stores.filter((store) => accepts(store, available, scope, owner)).toSorted(compareKinds);
  const chosen = kind === undefined ? suitable[0] : suitable.find((store) => storeKindOf(store) === kind);
  if (chosen !== undefined) return chosen;
  if (kind !== undefined && suitable.length > 0) {
    throw new PreceptError("STORE_UNSUITABLE", { store: kind, scope, stores: suitable.map(storeKindOf) });
  }
  if (owner !== undefined && !userIdPattern.test(owner)) {
    throw new PreceptError("USER_UNSUITABLE", { user: owner, expected: userIdExpected });
  }
  throw new PreceptError("SCOPE_UNSUPPORTED", {
    scope,
    scopes: [...new Set(available.roots.map((root) => root.scope ?? "project")), "session"],
  });
}

/**
 * Chooses the store for a new rule of a tenant.
 *
 * @throws PreceptError as {@link chooseStore}.
 */
export function chooseTenantStore({ workspace, tenant, stores }: TenantStores, scope: Scope, kind?: StoreKind): RuleStore {
  const { roots, settings } = workspace;
  return chooseStore({ stores, roots, ownUser: settings.user }, { scope, user: tenant.userId, kind });
}

/** The kind of an open store of a workspace. The directories of users are files. */
export function storeKindOf({ id }: Pick<RuleStore, "id">): StoreKind {
  return userOfStore(id) === undefined ? (id as StoreKind) : "fs";
}

function accepts(store: RuleStore, { roots, ownUser }: AvailableStores, scope: Scope, owner: string | undefined): boolean {
  const user = userOfStore(store.id);
  if (user !== undefined) return owner === user && store.capabilities.write;
  const kind = storeKindOf(store);
  if (kind === "fs" && scopeTable[scope].isOwnedByUser && owner !== ownUser) return false;
  return storeKinds[kind].accepts(scope, roots);
}

const kinds = Object.keys(storeKinds);

/** The order in which stores are considered. */
function compareKinds(left: RuleStore, right: RuleStore): number {
  return kinds.indexOf(storeKindOf(left)) - kinds.indexOf(storeKindOf(right));
}
