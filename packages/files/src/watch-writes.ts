import { watch, type FSWatcher } from "node:fs";

/**
 * Calls back when a file is written to, where the system reports that. Keeps no process alive.
 *
 * @returns the function that ends it; undefined where the file does not exist or the system cannot watch it.
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
