import { PreceptError, type Scope } from "@precept/core";
import type { Call } from "../define.ts";
import { tenantOf } from "./tenant-of.ts";

/**
 * Requires a user for a command about rules of user scope: that of `--user`, or of the configuration.
 *
 * @throws PreceptError `OPTION_DEPENDENCY_MISSING`
 */
export function requireUser(call: Pick<Call, "workspace" | "options">, scope: Scope | undefined): void {
  if (scope !== "user" || tenantOf(call).userId !== undefined) return;
  throw new PreceptError("OPTION_DEPENDENCY_MISSING", { option: "--scope user", requires: "--user <id>" });
}
