import { PreceptError, type Rule, type RuleStore, type Tenant } from "@precept/core";
import type { Workspace } from "../workspace.ts";

/** The open stores of a workspace that hold the rules of a tenant. */
export interface TenantStores {
  readonly workspace: Workspace;
  /** The project and the user whose rules are read and written. */
  readonly tenant: Tenant;
  /** Those of `Workspace.withStores`, or those of the workspace itself if the tenant is the workspace's own. */
  readonly stores: readonly RuleStore[];
}

/** Returns the open store of a rule. @throws PreceptError `STORE_CLOSED` */
export function storeOfRule(stores: readonly RuleStore[], { origin }: Rule): RuleStore {
  const store = stores.find(({ id }) => id === origin.store);
  if (store === undefined) throw new PreceptError("STORE_CLOSED", { store: origin.store });
  return store;
}
