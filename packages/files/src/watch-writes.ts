import { watch, type FSWatcher } from "node:fs";

/**
 * Calls `onWrite` when a file is written to, if the system reports it. Does not keep the process running.
 *
 * @returns a function that stops watching, or undefined if the file does not exist or cannot be watched.
 */
export function watchWrites(path: string, onWrite: () => void): (() => void) | undefined {
  let watcher: FSWatcher;
  try {
    watcher = watch(path, { persistent: false }, onWrite);
  } catch {
    return undefined;
  }
  watcher.on("error", () => watcher.close());
  return () => watcher.close();
}
