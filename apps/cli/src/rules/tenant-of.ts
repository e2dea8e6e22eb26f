import type { Tenant } from "@precept/core";
import type { Call } from "../define.ts";

/** For whom a call is answered: the project and the user of its options, or else of the configuration or of the open workspace. */
export function tenantOf({ workspace, options }: Pick<Call, "workspace" | "options">): Tenant {
  const { project, user } = workspace.settings;
  return { projectId: options.project?.at(-1) ?? project, userId: options.user ?? user };
}
