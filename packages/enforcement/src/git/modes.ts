import { BytePaths, type Root } from "@precept/files";
import type { WorkFile } from "./list-files.ts";
import { parentsOf } from "./paths.ts";

/** Permissions other than 644 and 755, in octal. */
export type UnusualModes = readonly (readonly [path: string, mode: string])[];

/** The permissions that git stores, by mode. */
const gitModes: Readonly<Record<string, number>> = { "100644": 0o644, "100755": 0o755 };

/** Returns the permissions that git does not store. None on Windows. */
export function unusualModes(files: readonly WorkFile[]): UnusualModes {
  const unusual: [string, string][] = [];
  for (const { path, mode } of files) {
    if (mode === undefined || process.platform === "win32" || Object.values(gitModes).includes(mode)) continue;
    unusual.push([path, mode.toString(8)]);
  }
  return unusual;
}

/** The permissions to set between two snapshots, for files that are written or whose permissions alone differ. */
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
    const mode = own === undefined ? gitModes[tree.get(path) ?? ""] : Number.parseInt(own, 8);
    if (mode !== undefined) modes.set(path, mode);
  }
  return modes;
}

/** The permissions of a directory that is not in {@link UnusualModes}. */
export const usualDirectoryMode = 0o755;

/** Returns the permissions of the parent directories of files, except 755. None on Windows. */
export async function unusualDirectoryModes(workingTree: Root, files: readonly WorkFile[]): Promise<UnusualModes> {
  if (process.platform === "win32") return [];
  const unusual: [string, string][] = [];
  const directory = new BytePaths(workingTree);
  for (const path of parentsOf(files.map((file) => file.path))) {
    const found = await directory.status(path);
    const mode = found === undefined ? usualDirectoryMode : found.mode & 0o7777;
    if (mode !== usualDirectoryMode) unusual.push([path, mode.toString(8)]);
  }
  return unusual;
}
