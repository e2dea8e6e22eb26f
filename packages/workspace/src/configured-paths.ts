import { homedir } from "node:os";
import { resolve } from "node:path";
import { pathInside } from "@precept/store-fs";

/** Paths as they stand in a configuration, made absolute. */
export function pathsIn(root: string, written: readonly string[] = []): readonly string[] {
  return written.map((path) => fromHome(root, path));
}

/** No shell has read what stands in a file, so `~` is still what people write. */
export function fromHome(root: string, path: string): string {
  return /^~(?=[\\/]|$)/.test(path) ? resolve(homedir(), `.${path.slice(1)}`) : resolve(root, path);
}

/** Whether a path is the project, or in it, or in a directory that is trusted besides. */
export function isTrusted(path: string, root: string, trustedDirs: readonly string[] = []): boolean {
  return [root, ...trustedDirs].some((trusted) => pathInside(resolve(root, trusted), path) !== undefined);
}
