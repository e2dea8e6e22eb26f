import type { StoreKind } from "@precept/contract/values";
import { PreceptError, scopeTable, type RuleStore, type Scope } from "@precept/core";
import { storeKinds } from "../stores.ts";
import { userIdExpected, userIdPattern } from "../user-id.ts";
import { userOfStore } from "../user-stores.ts";
import type { Workspace } from "../workspace.ts";
import type { TenantStores } from "./find-stored-rule.ts";

/**
 * Chooses the store for a new rule of a tenant: memory for session rules; otherwise files, or the database if no rule
 * directory has the scope.
 *
 * @param kind the requested kind of store. Default: any.
 * @throws PreceptError `SCOPE_UNSUPPORTED` or `USER_UNSUITABLE` if no store accepts such rules, `STORE_UNSUITABLE` if
 *   the requested one does not.
 */
export function chooseTenantStore({ workspace, tenant, stores }: TenantStores, scope: Scope, kind?: StoreKind): RuleStore {
  const owner = scopeTable[scope].isOwnedByUser ? tenant.userId : undefined;
  const suitable = stores.filter((store) => accepts(store, workspace, scope, owner)).toSorted(compareKinds);
  const chosen = kind === undefined ? suitable[0] : suitable.find((store) => storeKindOf(store) === kind);
  if (chosen !== undefined) return chosen;
  if (kind !== undefined && suitable.length > 0) {
    throw new PreceptError("STORE_UNSUITABLE", { store: kind, scope, stores: suitable.map(storeKindOf) });
  }
  if (owner !== undefined && !userIdPattern.test(owner)) {
    throw new PreceptError("USER_UNSUITABLE", { user: owner, expected: userIdExpected });
  }
  const scopes = new Set(workspace.roots.map((root) => root.scope ?? "project"));
  throw new PreceptError("SCOPE_UNSUPPORTED", { scope, scopes: [...scopes, "session"] });
}

/** The kind of an open store of a workspace. The directories of users are files. */
export function storeKindOf({ id }: Pick<RuleStore, "id">): StoreKind {
  return userOfStore(id) === undefined ? (id as StoreKind) : "fs";
}

function accepts(store: RuleStore, { roots, settings }: Workspace, scope: Scope, owner: string | undefined): boolean {
  const user = userOfStore(store.id);
  if (user !== undefined) return owner === user && store.capabilities.write;
  const kind = storeKindOf(store);
  if (kind === "fs" && scopeTable[scope].isOwnedByUser && owner !== settings.user) return false;
  return storeKinds[kind].accepts(scope, roots);
}

const kinds = Object.keys(storeKinds);

function compareKinds(left: RuleStore, right: RuleStore): number {
  return kinds.indexOf(storeKindOf(left)) - kinds.indexOf(storeKindOf(right));
}
