import { unwatchFile, watch, watchFile } from "node:fs";
import { resolve } from "node:path";
import { attempt } from "../failure.ts";
import type { Root } from "../root.ts";

/** Polls a file, even before it exists. Returns a function that stops. @param interval in milliseconds. */
export function pollFile(root: Root, path: string, interval: number, onChange: () => void): () => void {
  const absolute = resolve(root.dir, path);
  watchFile(absolute, { interval }, onChange);
  return () => unwatchFile(absolute, onChange);
}

/** Calls `onWrite` on writes to an existing file; keeps no process running. @returns a stop function, or undefined. */
export function watchWrites(path: string, onWrite: () => void): (() => void) | undefined {
  const watcher = attempt(() => watch(path, { persistent: false }, onWrite));
  watcher?.on("error", () => watcher.close());
  return watcher && (() => watcher.close());
}
