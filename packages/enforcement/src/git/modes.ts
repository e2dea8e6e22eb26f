import { BytePaths, type Root } from "@precept/files";
import type { WorkFile } from "./list-files.ts";
import { parentsOf } from "./paths.ts";

/** Permissions that are neither 644 nor 755, in octal. */
export type UnusualModes = readonly (readonly [path: string, mode: string])[];

/** The permissions that git itself remembers. */
const usual: Readonly<Record<string, number>> = { "100644": 0o644, "100755": 0o755 };

/** The permissions that git would not remember, in octal. Windows has none. */
export function unusualModes(files: readonly WorkFile[]): UnusualModes {
  const unusual: [string, string][] = [];
  for (const { path, mode } of files) {
    if (mode === undefined || process.platform === "win32" || Object.values(usual).includes(mode)) continue;
    unusual.push([path, mode.toString(8)]);
  }
  return unusual;
}

/**
 * The permissions to give to files, so that one snapshot becomes another: to those that are written anew, and to those that differ in nothing
 * else. Files that stay as they are, are not touched.
 *
 * @param changed from the first snapshot to the second.
 * @param tree the files of the second, with the modes that git gives them.
 */
export function modesToSet(
  changed: readonly string[],
  from: UnusualModes,
  to: UnusualModes,
  tree: ReadonlyMap<string, string>,
): ReadonlyMap<string, number> {
  const modes = new Map<string, number>();
  if (process.platform === "win32") return modes;
  const [before, after] = [new Map(from), new Map(to)];
  const differing = [...before.keys(), ...after.keys()].filter((path) => before.get(path) !== after.get(path));
  for (const path of [...changed, ...differing]) {
    const own = after.get(path);
    const mode = own === undefined ? usual[tree.get(path) ?? ""] : Number.parseInt(own, 8);
    if (mode !== undefined) modes.set(path, mode);
  }
  return modes;
}

/** The permissions of a directory that no snapshot mentions. */
export const usualDirectoryMode = 0o755;

/** The permissions of the directories that files lie in, where they are not 755, in octal. Windows has none. */
export async function unusualDirectoryModes(workTree: Root, files: readonly WorkFile[]): Promise<UnusualModes> {
  if (process.platform === "win32") return [];
  const unusual: [string, string][] = [];
  const directory = new BytePaths(workTree);
  for (const path of parentsOf(files.map((file) => file.path))) {
    const found = await directory.status(path);
    const mode = found === undefined ? usualDirectoryMode : found.mode & 0o7777;
    if (mode !== usualDirectoryMode) unusual.push([path, mode.toString(8)]);
  }
  return unusual;
}
