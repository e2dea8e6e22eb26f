import { join } from "node:path";

/** The directory of a project's policies, relative to the project. */
export const policiesDir = ".precept/policies";

/** The baseline file: the violations that a project accepts, relative to the project. Belongs in version control. */
export const defaultBaselinePath = ".precept/baseline.json";

/** The directory of the audit log, relative to the project. Belongs in `.gitignore`. */
export const defaultAuditDir = ".precept/audit";

/** Returns the directory of the machine owner's policies, which only an administrator can create. */
export function systemManagedDir(
  platform: NodeJS.Platform = process.platform,
  env: Readonly<Record<string, string | undefined>> = process.env,
): string {
  if (platform === "win32") return join(env["ProgramData"] ?? "C:\\ProgramData", "Precept", "policies");
  return platform === "darwin" ? "/Library/Application Support/Precept/policies" : "/etc/precept/policies";
}
