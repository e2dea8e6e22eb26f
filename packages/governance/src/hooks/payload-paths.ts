import { normalisePath } from "@precept/core";

export interface PathBase {
  /** The directory that paths become relative to. */
  readonly root: string | undefined;
  /** The directory that relative paths refer to. */
  readonly cwd: string | undefined;
}

/**
 * Returns a path of a payload relative to the root. A relative path refers to the directory of the payload. Cursor on
 * Windows writes `/c:/shop/a.ts`, other agents `file:///shop/a.ts`.
 */
export function relativePath(path: string, { root, cwd }: PathBase): string {
  const plain = toPlainPath(path);
  if (isAbsolute(plain) || cwd === undefined || cwd === "")
    return normalisePath(plain, root === undefined ? root : toPlainPath(root));
  return normalisePath(`${toPlainPath(cwd)}/${plain}`, root === undefined ? root : toPlainPath(root));
}

function toPlainPath(path: string): string {
  const local = /^file:\/\/(?:localhost)?(?=\/)/i.test(path) ? decode(path.replace(/^file:\/\/(?:localhost)?/i, "")) : path;
  return /^\/[A-Za-z](?::|%3A)\//i.test(local) ? decode(local.slice(1)) : local;
}

function decode(path: string): string {
  try {
    return decodeURIComponent(path);
  } catch {
    return path;
  }
}

function isAbsolute(path: string): boolean {
  return /^(?:[/\\]|[A-Za-z]:[/\\])/.test(path);
}
