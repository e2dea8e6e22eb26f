import type { PersistentStoreKind } from "@precept/contract/values";
import { scopeTable, type Rule, type Scope, type Tenant } from "@precept/core";
import { storeKinds } from "../stores.ts";

/** Where a new rule is stored. */
export interface NewRuleLocation {
  readonly scope: Scope;
  readonly store: PersistentStoreKind;
}

/** The owner of a new rule in a database: the project or user of the tenant. In files, the directory decides. */
export function ownerOfNewRule({ projectId, userId }: Tenant, { scope, store }: NewRuleLocation): Tenant {
  if (storeKinds[store].ids === "path") return {};
  if (scopeTable[scope].isOwnedByUser) return { userId };
  return scope === "project" ? { projectId } : {};
}

/** The fields of a new rule that its location and its owner decide: its id, scope, project and user. */
export function identityOfNewRule(
  name: string,
  { scope, store }: NewRuleLocation,
  { projectId, userId }: Tenant,
): Pick<Rule, "id" | "scope" | "projectId" | "userId"> {
  const owner = projectId ?? userId;
  // A store of files replaces the id by one made from the path. Names have no slash, so the ids of different owners
  // differ.
  const id =
    storeKinds[store].ids === "path" ? "new" : `${scope}:${owner === undefined ? "" : `${encodeURIComponent(owner)}/`}${name}`;
  return { id, scope, ...(projectId !== undefined && { projectId }), ...(userId !== undefined && { userId }) };
}
