import type { TenantStores } from "@precept/workspace";
import type { Call } from "../define.ts";
import { tenantOf } from "./tenant-of.ts";

/** The stores with the rules that a call can change: those of the workspace and its own user. */
export function tenantStoresOf(call: Pick<Call, "workspace" | "options">): TenantStores {
  const { workspace } = call;
  return { workspace, tenant: tenantOf(call), stores: workspace.stores };
}
