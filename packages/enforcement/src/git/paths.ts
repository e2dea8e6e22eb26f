// Paths in a work tree are bytes. They are held as texts of a character a byte, as `BytePaths` takes them.

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
