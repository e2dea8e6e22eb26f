/**
 * The directory in which Node caches the compiled code of this program: below the user's own Precept directory, since nothing else outside a
 * project is written to. Node's default is a directory of temporary files that all users share.
 *
 * @returns undefined where `NODE_COMPILE_CACHE` names a directory, which Node then uses by itself.
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
