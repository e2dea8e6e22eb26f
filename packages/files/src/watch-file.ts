import { unwatchFile, watch, watchFile } from "node:fs";
import { resolve } from "node:path";
import { attempt } from "./failure.ts";
import type { Root } from "./root.ts";

/**
 * Calls `onChange` when a file is created, changed or removed. Polls the file, which works before the file or its
 * directory exists, and for every way in which editors replace files.
 *
 * @param interval in milliseconds.
 * @returns a function that stops polling.
 */
export function pollFile(root: Root, path: string, interval: number, onChange: () => void): () => void {
  const absolute = resolve(root.dir, path);
  watchFile(absolute, { interval }, onChange);
  return () => unwatchFile(absolute, onChange);
}

/**
 * Calls `onWrite` when a file is written to, if the system reports it. Does not keep the process running.
 *
 * @returns a function that stops watching, or undefined if the file does not exist or cannot be watched.
 */
export function watchWrites(path: string, onWrite: () => void): (() => void) | undefined {
  const watcher = attempt(() => watch(path, { persistent: false }, onWrite));
  watcher?.on("error", () => watcher.close());
  return watcher && (() => watcher.close());
}
