import { statSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import { attempt } from "./failure.ts";
import { locate, locateTarget } from "./locate.ts";
import type { Root } from "./root.ts";

/** The numbers of the device and of the file on it. All names of a file have the same ones. */
export interface FileNumbers {
  readonly dev: number;
  readonly ino: number;
}

/** A file that is recognised under all of its names: links, hard links, and names in another case. */
export interface FileIdentity {
  /** Whether an opened file is this one. @param path its absolute path, with links resolved. */
  readonly is: (path: string, numbers: FileNumbers) => boolean;
}

/**
 * Identifies a file by its paths, and by its numbers at the time of the call. A replaced file has other numbers:
 * identify it before and after reading another file to compare them.
 *
 * @param path relative to the root. The file need not exist.
 */
export function identifyFile(root: Root, path: string): FileIdentity {
  // Fails for a link out of the root, or a broken one: its target is not readable through the root.
  const realPaths = attempt(() => [locate(root, path), locateTarget(root, path)]) ?? [];
  const paths = new Set([pathKey(join(root.real, path)), ...realPaths.map(pathKey)]);
  // Follows links, also out of the root.
  const status = attempt(() => statSync(join(root.real, path), { throwIfNoEntry: false }));
  const names = [...paths].map((key) => basename(key));
  // Comparing the end first, because this is called for thousands of files.
  const hasName = (other: string): boolean =>
    names.some(
      (name) => "/\\".includes(other[other.length - name.length - 1] ?? "") && other.slice(-name.length).toLowerCase() === name,
    );
  return {
    is: (other, { dev, ino }) => (status?.dev === dev && status.ino === ino) || (hasName(other) && paths.has(pathKey(other))),
  };
}

/** The name is compared without case: on many systems, both cases name one file. */
function pathKey(path: string): string {
  return join(dirname(path), basename(path).toLowerCase());
}
