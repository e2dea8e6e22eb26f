import { unwatchFile, watchFile } from "node:fs";
import { resolve } from "node:path";
import type { Root } from "./root.ts";

/**
 * Calls back when a file appears, changes or disappears. The file is polled: that works before it, or its directory, exists, and however an editor
 * replaces it.
 *
 * @param interval in milliseconds.
 * @returns the function that ends it.
 */
export function pollFile(root: Root, path: string, interval: number, onChange: () => void): () => void {
  const absolute = resolve(root.dir, path);
  watchFile(absolute, { interval }, onChange);
  return () => unwatchFile(absolute, onChange);
}
