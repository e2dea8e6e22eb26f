import type { Stats } from "node:fs";
import { lstat } from "node:fs/promises";

// Paths in a work tree are bytes. They are held as texts of a character a byte, and become bytes again where they meet the file system.

/** A path in a work tree as the file system wants it. */
export function onDisk(top: string, path: string): Buffer {
  return Buffer.concat([Buffer.from(`${top}/`), Buffer.from(path, "latin1")]);
}

/** A path as people read it. */
export function shown(path: string): string {
  return Buffer.from(path, "latin1").toString("utf8");
}

/** A path as people write it, in a work tree. */
export function inWorkTree(path: string): string {
  return Buffer.from(path, "utf8").toString("latin1");
}

/** The texts that git separates by NUL. */
export function splitNul(text: string): string[] {
  return text.split("\0").slice(0, -1);
}

/** The same for git to read. */
export function joinNul(paths: readonly string[]): Buffer {
  return Buffer.from(paths.map((path) => `${path}\0`).join(""), "latin1");
}

/** Whether a path is a directory of the list, or lies in one. */
export function liesIn(path: string, directories: ReadonlySet<string>): boolean {
  for (let end = path.length; end > 0; end = path.lastIndexOf("/", end - 1)) {
    if (directories.has(path.slice(0, end))) return true;
  }
  return false;
}

/** What is at a path; undefined where nothing is. */
export async function statusOf(top: string, path: string): Promise<Stats | undefined> {
  return lstat(onDisk(top, path)).catch(() => undefined);
}

/** Knows which directories of a work tree are directories, and not links to some. It asks once for each. */
export class Directories {
  readonly #top: string;
  readonly #known = new Map<string, Promise<boolean>>();

  constructor(top: string) {
    this.#top = top;
  }

  /** The first part of the path that is there and is no directory, which therefore keeps the rest from being there. */
  async findBlock(path: string): Promise<string | undefined> {
    for (let end = path.indexOf("/"); end !== -1; end = path.indexOf("/", end + 1)) {
      const directory = path.slice(0, end);
      let isDirectory = this.#known.get(directory);
      if (isDirectory === undefined) {
        isDirectory = statusOf(this.#top, directory).then((status) => status?.isDirectory() === true);
        this.#known.set(directory, isDirectory);
      }
      if (!(await isDirectory)) return directory;
    }
    return undefined;
  }
}

/** A path as git reads it where a line holds one path. */
export function quotePath(path: string): string {
  return `"${path.replaceAll(/["\\]/g, "\\$&").replaceAll("\n", "\\n")}"`;
}

/** The directories that paths lie in, outer ones before those inside them. */
export function parentsOf(paths: Iterable<string>): ReadonlySet<string> {
  const parents = new Set<string>();
  for (const path of paths) {
    for (let end = path.indexOf("/"); end !== -1; end = path.indexOf("/", end + 1)) parents.add(path.slice(0, end));
  }
  return parents;
}
