/**
 * Returns the directory in which Node caches the compiled code of this program: `cache` in the user's Precept directory. Node's default is the
 * temporary directory, which all users share.
 *
 * @returns undefined if `NODE_COMPILE_CACHE` is set, since Node then uses that directory by default.
 */
export function compileCacheDirectory(env: Readonly<Record<string, string | undefined>>): string | undefined {
  if ((env["NODE_COMPILE_CACHE"] ?? "") !== "") return undefined;
  const path = process.getBuiltinModule("node:path");
  const home = env["PRECEPT_HOME"] ?? "";
  return path.join(
    home === "" ? path.join(process.getBuiltinModule("node:os").homedir(), ".precept") : path.resolve(home),
    "cache",
  );
}
