import { unwatchFile, watchFile } from "node:fs";
import { resolve } from "node:path";
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
