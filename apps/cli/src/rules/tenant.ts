import { PreceptError, type Scope, type Tenant } from "@precept/core";
import type { TenantStores } from "@precept/workspace";
import type { Call } from "../define.ts";

/** The project and user of a call: from its options, else from the configuration or the open workspace. */
export function tenantOf({ workspace, options }: Pick<Call, "workspace" | "options">): Tenant {
  const { project, user } = workspace.settings;
  return { projectId: options.project?.at(-1) ?? project, userId: options.user ?? user };
}

/** The stores with the rules that a call can change. */
export function tenantStoresOf(call: Pick<Call, "workspace" | "options">): TenantStores {
  const { workspace } = call;
  return { workspace, tenant: tenantOf(call), stores: workspace.stores };
}

/** Requires --user, or a configured user, for rules of user scope. @throws PreceptError `OPTION_DEPENDENCY_MISSING` */
export function requireUser(call: Pick<Call, "workspace" | "options">, scope: Scope | undefined): void {
  if (scope !== "user" || tenantOf(call).userId !== undefined) return;
  throw new PreceptError("OPTION_DEPENDENCY_MISSING", { option: "--scope user", requires: "--user <id>" });
}
