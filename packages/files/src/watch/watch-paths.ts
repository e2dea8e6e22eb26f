import { join } from "node:path";
import { ChangeQueue } from "./change-queue.ts";
import { DirectoryWatches } from "./directory-watches.ts";
import type { WatchBackend } from "./open-watch.ts";
import { kindIn, listDirectory } from "../inspect.ts";
import { cacheRealPaths, type Root } from "../root.ts";

export interface PathWatcher {
  /** The error if not everything could be watched, usually `ENOSPC` or `EMFILE` because a system limit is reached. */
  readonly failure: unknown;
  close(): Promise<void>;
}

/** A file or directory to watch, and the root that it is confined to. */
export interface WatchedPath {
  readonly root: Root;
  /** Absolute. It need not exist yet. */
  readonly path: string;
}

/** Limits for listing the directories to watch: the number of entries, and the depth. */
const maxEntries = 20_000;
const maxDepth = 32;

/** After listing more entries than this, the next batch waits, so that constant changes do not block the process. */
const manyEntries = 5000;
const entriesPerMillisecond = 5;

/**
 * Watches files and directories with everything below them. Changes are also reported after the paths or their parent
 * directories were renamed, removed and recreated. Links below the paths are not followed. Changes that happen while
 * `onChange` runs are reported together afterwards.
 *
 * @param onChange called with the paths that may have changed. It is not called again before its promise is fulfilled.
 * @param backend asked after each change. Default: events of the system.
 * @returns a promise that is fulfilled when the watches are active.
 * @example
 * ```ts
 * import { join } from "node:path";
 * import { openRoot, watchPaths } from "@precept/files";
 *
 * const root = openRoot(".");
 * const watcher = await watchPaths([{ root, path: join(root.dir, "rules") }], async (paths) => console.log(...paths));
 * await watcher.close();
 * ```
 */
export async function watchPaths(
  paths: readonly WatchedPath[],
  onChange: (paths: ReadonlySet<string>) => Promise<void>,
  backend: () => WatchBackend | undefined = () => undefined,
): Promise<PathWatcher> {
  let listed = { entries: 0 };
  let used: WatchBackend | undefined;
  const queue = new ChangeQueue(
    async (changed) => {
      await watchAll();
      await onChange(changed);
      // The change may have been the configuration of the backend.
      if (backend() !== used) await watchAll();
    },
    { pauseAfter: () => (listed.entries > manyEntries ? listed.entries / entriesPerMillisecond : 0) },
  );
  const watches = new DirectoryWatches({ onEvent: (path) => queue.add(path) });
  const watchAll = async (): Promise<void> => {
    used = backend();
    watches.begin(used);
    try {
      listed = { entries: 0 };
      for (const { root, path } of paths) watches.watchAbove(root, path);
      await watches.ready();
      for (const { root, path } of paths) {
        if (kindIn(root, path) === "directory") await watchTree(cacheRealPaths(root), path, watches, listed);
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
  // Watch before listing, so that no change is missed in between.
  watches.watch(root, path);
  await watches.ready();
  const entries = await listDirectory(root, path).catch(() => []);
  listed.entries += entries.length;
  if (depth >= maxDepth) return;
  for (const entry of entries) {
    if (listed.entries > maxEntries) return;
    if (entry.isDirectory()) await watchTree(root, join(path, entry.name), watches, listed, depth + 1);
  }
}
