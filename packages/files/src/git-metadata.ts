import { dirname, join, resolve } from "node:path";
import { attempt } from "./failure.ts";
import { kindAt, realPathAt } from "./inspect.ts";
import { readOpenedSync } from "./read-file.ts";

/** Where git stores the metadata of a working tree. */
export interface GitDirectories {
  /** The git directory of this working tree. Each linked working tree has its own. */
  readonly gitDir: string;
  /** The git directory that all working trees of the repository share. */
  readonly commonDir: string;
}

/** The maximum size of a `.git` file and of a `commondir` file, in bytes. Each contains one path. */
const maxPathBytes = 4096;

/**
 * Finds the git directory of the working tree that contains an absolute path, without starting git, also of another
 * user: read only values from it that do no harm. Undefined outside of a working tree.
 */
export function findGitDirectories(start: string): GitDirectories | undefined {
  const first = realPathAt(start);
  if (first === undefined) return undefined;
  for (let top = first; ; top = dirname(top)) {
    // Fails for a directory without permission to search it.
    const found = attempt(() => readGitDirectories(top));
    if (found !== undefined || dirname(top) === top) return found;
  }
}

/**
 * Reads the `.git` file of a linked working tree or a submodule, which functions that take a root refuse. Undefined if
 * it is not a regular file of at most 4,096 bytes.
 */
export function readGitFile(top: string): string | undefined {
  const path = realPathAt(join(top, ".git"));
  return path === undefined ? undefined : readText(path, maxPathBytes);
}

/** Reads a file in a git directory. Undefined if it is a link, not regular, or larger than this, in bytes. */
export function readGitMetadata(directory: string, name: string, maxBytes: number): string | undefined {
  return readText(join(directory, name), maxBytes);
}

function readText(path: string, maxBytes: number): string | undefined {
  const content = readOpenedSync(path, maxBytes);
  return content.kind === "bytes" ? content.bytes.toString("utf8") : undefined;
}

function readGitDirectories(top: string): GitDirectories | undefined {
  const path = realPathAt(join(top, ".git"));
  if (path === undefined) return undefined;
  const gitDir =
    kindAt(path) === "directory" ? path : resolvePath(top, /^gitdir: (.*?)\r?\n?$/s.exec(readGitFile(top) ?? "")?.[1]);
  if (gitDir === undefined) return undefined;
  const common = readGitMetadata(gitDir, "commondir", maxPathBytes);
  const commonDir = common === undefined ? gitDir : resolvePath(gitDir, common.replace(/\r?\n$/, ""));
  // Git recognises a git directory in the same way.
  const isGitDirectory = commonDir !== undefined && kindAt(join(commonDir, "objects")) === "directory";
  return isGitDirectory ? { gitDir, commonDir } : undefined;
}

function resolvePath(base: string, path: string | undefined): string | undefined {
  return path === undefined || path === "" || path.includes("\0") ? undefined : realPathAt(resolve(base, path));
}
