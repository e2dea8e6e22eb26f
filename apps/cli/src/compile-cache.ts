/**
 * Returns the directory for the compiled code of this program: `cache/code` in the user's Precept directory. Node's default is the temporary directory,
 * which all users share.
 */
export function compileCacheDirectory(env: Readonly<Record<string, string | undefined>>): string {
  const path = process.getBuiltinModule("node:path");
  const home = env["PRECEPT_HOME"] ?? "";
  const precept = home === "" ? path.join(process.getBuiltinModule("node:os").homedir(), ".precept") : path.resolve(home);
  return path.join(precept, "cache", "code");
}
