import { homedir } from "node:os";
import { resolve } from "node:path";

/** Makes the paths of a configuration absolute. */
export function pathsIn(root: string, written: readonly string[] = []): readonly string[] {
  return written.map((path) => fromHome(root, path));
}

/** Makes a path absolute. A leading `~` is the home directory, since no shell has expanded it. */
function fromHome(root: string, path: string): string {
  return /^~(?=[\\/]|$)/.test(path) ? resolve(homedir(), `.${path.slice(1)}`) : resolve(root, path);
}
