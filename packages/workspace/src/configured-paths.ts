import { homedir } from "node:os";
import { resolve } from "node:path";

/** Paths of a configuration, made absolute. */
export function pathsIn(root: string, written: readonly string[] = []): readonly string[] {
  return written.map((path) => fromHome(root, path));
}

/** Makes a path of a configuration absolute. `~` is the home directory: no shell has expanded it. */
function fromHome(root: string, path: string): string {
  return /^~(?=[\\/]|$)/.test(path) ? resolve(homedir(), `.${path.slice(1)}`) : resolve(root, path);
}
