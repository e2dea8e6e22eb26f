import { basename, join, sep } from "node:path";
import { openWatch, type DirectoryListener, type OpenWatch, type WatchBackend } from "./open-watch.ts";

/** A directory that this process watches, for any number of listeners. */
interface SharedWatch {
  readonly watch: OpenWatch;
  readonly identity: string;
  readonly listeners: Set<DirectoryListener>;
  /** Whether the watch failed, or the directory, or one above it, was renamed since the watch was opened. */
  isOutdated: boolean;
}

/** By path. */
const watches = new Map<string, SharedWatch>();

/** The watches that are being closed, by path. */
const closing = new Map<string, Promise<void>>();

/**
 * Watches a directory, and shares the watch with all listeners of this process. chokidar would share it by itself, but
 * would then keep the watch of a replaced directory until the last of them closes it.
 *
 * @param real without links.
 * @param identity of the directory now. An open watch of an earlier directory of that path is replaced.
 */
export function watchDirectory(backend: WatchBackend, real: string, identity: string, listener: DirectoryListener): OpenWatch {
  // Polling compares paths, so that its watches outlast a directory, and each listener chooses its own files.
  if (backend === "polling") return openWatch(backend, real, listener);
  const before = watches.get(real);
  const current = before?.identity === identity && !before.isOutdated ? before : replace(before, real, identity);
  current.listeners.add(listener);
  watches.set(real, current);
  void reportGap(current, listener);
  return {
    ready: current.watch.ready,
    async close() {
      const latest = watches.get(real);
      if (latest?.listeners.delete(listener) !== true || latest.listeners.size > 0) return;
      watches.delete(real);
      await closeWatch(real, latest);
    },
  };
}

/** Opens a watch in place of an outdated one, with its listeners. */
function replace(before: SharedWatch | undefined, real: string, identity: string): SharedWatch {
  if (before !== undefined) void closeWatch(real, before);
  const listeners = before?.listeners ?? new Set();
  const watch = openWatch(
    "events",
    real,
    {
      onEvent: (kind, name) => {
        if (kind === "rename") markOutdated(real, name);
        for (const listener of listeners) listener.onEvent(kind, name);
      },
      onError: (error) => {
        opened.isOutdated = true;
        for (const listener of listeners) listener.onError(error);
      },
      readsFile: () => false,
    },
    closing.get(real),
  );
  const opened: SharedWatch = { watch, identity, listeners, isOutdated: false };
  for (const listener of listeners) void reportGap(opened, listener);
  return opened;
}

/** Changes before a watch was active were not reported, and may have followed the listing of the directory. */
async function reportGap({ watch, listeners }: SharedWatch, listener: DirectoryListener): Promise<void> {
  await watch.ready;
  if (listeners.has(listener)) listener.onEvent("change", undefined);
}

async function closeWatch(real: string, { watch }: SharedWatch): Promise<void> {
  const closed = watch.close();
  closing.set(real, closed);
  await closed;
  if (closing.get(real) === closed) closing.delete(real);
}

/** Notes that an entry of a directory, or the directory itself, was renamed. */
function markOutdated(real: string, name: string | undefined): void {
  const renamed = [
    ...(name === undefined || name === basename(real) ? [real] : []),
    ...(name === undefined ? [] : [join(real, name)]),
  ];
  for (const path of renamed) {
    if (!watches.has(path)) continue;
    for (const [other, watch] of watches) if (other === path || other.startsWith(path + sep)) watch.isOutdated = true;
  }
}
