import { join } from "node:path";
import { ChangeQueue } from "./change-queue.ts";
import { DirectoryWatches } from "./directory-watches.ts";
import { kindIn, listDirectory } from "./inspect.ts";
import { forOnePass, type Root } from "./root.ts";

/** Watches files and directories until it is closed. */
export interface PathWatcher {
  /** Why not everything could be watched: usually `ENOSPC` or `EMFILE`, a limit of the system. */
  readonly failure: unknown;
  close(): Promise<void>;
}

/** A file or a directory to watch, and what confines it. */
export interface WatchedPath {
  readonly root: Root;
  /** Absolute. It need not exist yet. */
  readonly path: string;
}

/** How many entries are listed to find the directories to watch, and how many directories deep. */
const maxEntries = 20_000;
const maxDepth = 32;

/** Listing more entries than this is followed by a pause, so that constant changes do not keep the process busy. */
const manyEntries = 5000;
const entriesInMillisecond = 5;

/**
 * Reports which files at these paths, or below them, may have changed, also after the paths or directories above them were renamed, removed and
 * created again. Links below the paths are not followed. Changes that arrive while `onChange` is running are reported together afterwards.
 *
 * @param onChange called again only once its promise is fulfilled.
 * @returns when every later change will be seen.
 */
export async function watchPaths(
  paths: readonly WatchedPath[],
  onChange: (paths: ReadonlySet<string>) => Promise<void>,
): Promise<PathWatcher> {
  let listed = { entries: 0 };
  const queue = new ChangeQueue(
    async (changed) => {
      await watchAll();
      await onChange(changed);
    },
    { pauseAfter: () => (listed.entries > manyEntries ? listed.entries / entriesInMillisecond : 0) },
  );
  const watches = new DirectoryWatches({ onEvent: (path) => queue.add(path) });
  const watchAll = async (): Promise<void> => {
    watches.begin();
    try {
      listed = { entries: 0 };
      for (const { root, path } of paths) {
        watches.watchAbove(root, path);
        if (kindIn(root, path) === "directory") await watchTree(forOnePass(root), path, watches, listed);
      }
    } finally {
      watches.end();
    }
  };
  await watchAll();
  return {
    get failure() {
      return watches.failure;
    },
    async close() {
      watches.close();
      await queue.close();
    },
  };
}

async function watchTree(
  root: Root,
  path: string,
  watches: DirectoryWatches,
  listed: { entries: number },
  depth = 0,
): Promise<void> {
  // Before it is listed, so that no change falls in between.
  watches.watch(root, path);
  const entries = await listDirectory(root, path).catch(() => []);
  listed.entries += entries.length;
  if (depth >= maxDepth) return;
  for (const entry of entries) {
    if (listed.entries > maxEntries) return;
    if (entry.isDirectory()) await watchTree(root, join(path, entry.name), watches, listed, depth + 1);
  }
}
