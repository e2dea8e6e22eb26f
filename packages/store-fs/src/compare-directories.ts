import { join } from "node:path";
import { setImmediate } from "node:timers/promises";
import { statusAt, type FileStatus, type Root } from "@precept/files";
import type { KnownDirectories, SearchOptions } from "./search-directories.ts";

/** How long directories are compared before the event loop runs again, in milliseconds. */
const sliceMs = 8;

/** The number of directories compared between two readings of the clock. */
const batchSize = 256;

/**
 * Compares directories with their status when they were listed.
 *
 * @param paths relative to the project.
 * @param numberOf returns one of the four numbers of the status, given the position of the directory.
 */
export async function compareDirectories(
  project: Root,
  paths: readonly string[],
  numberOf: (at: number, index: number) => FileStatus[number] | undefined,
  onProgress?: SearchOptions["onProgress"],
): Promise<Pick<KnownDirectories, "changed" | "replaced">> {
  const changed = new Set<string>();
  const replaced = new Set<string>();
  const prefix = join(project.real, "/");
  let sliceStart = Date.now();
  for (const [at, path] of paths.entries()) {
    const status = statusAt(path === "" ? project.real : prefix + path);
    if (status?.ctimeMs !== numberOf(at, 0) || status?.size !== numberOf(at, 1)) changed.add(path);
    if (status?.ino !== numberOf(at, 2) || status?.dev !== numberOf(at, 3)) replaced.add(path);
    if (at % batchSize !== 0 || Date.now() - sliceStart < sliceMs) continue;
    onProgress?.({ step: "Comparing directories", done: at, total: paths.length });
    await setImmediate();
    sliceStart = Date.now();
  }
  return { changed, replaced };
}
