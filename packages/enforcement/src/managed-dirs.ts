import { join } from "node:path";

/**
 * Returns the directory of the machine owner's policies. Only an administrator can create it.
 *
 * @param platform such as `process.platform`.
 */
export function systemManagedDir(
  platform: NodeJS.Platform = process.platform,
  env: Readonly<Record<string, string | undefined>> = process.env,
): string {
  if (platform === "win32") return join(env["ProgramData"] ?? "C:\\ProgramData", "Precept", "policies");
  return platform === "darwin" ? "/Library/Application Support/Precept/policies" : "/etc/precept/policies";
}
