import { PreceptError, type Scope } from "@precept/core";
import type { Call } from "../define.ts";

type UserCall = Pick<Call, "workspace" | "options">;

/** Returns the user of a call: `--user`, or the user of the configuration or of the open workspace. */
export function userOf({ workspace, options }: UserCall): string | undefined {
  return options.user ?? workspace.settings.user ?? workspace.roots.find(({ userId }) => userId !== undefined)?.userId;
}

/**
 * Requires a user for a command about rules of user scope.
 *
 * @throws PreceptError `OPTION_DEPENDENCY_MISSING`
 */
export function requireUser(call: UserCall, scope: Scope | undefined): void {
  if (scope !== "user" || userOf(call) !== undefined) return;
  throw new PreceptError("OPTION_DEPENDENCY_MISSING", { option: "--scope user", requires: "--user <id>" });
}
