// Paths in a working tree are bytes. They are held as latin1 strings, one character per byte, as `BytePaths` expects.

/** Decodes a path as UTF-8, for output. */
export function toDisplayPath(path: string): string {
  return Buffer.from(path, "latin1").toString("utf8");
}

/** Encodes a UTF-8 path as a path in a working tree. */
export function toBytePath(path: string): string {
  return Buffer.from(path, "utf8").toString("latin1");
}

export function splitNul(text: string): string[] {
  return text.split("\0").slice(0, -1);
}

export async function* splitNulStream(chunks: AsyncIterable<Buffer>): AsyncGenerator<readonly string[], void> {
  let rest: Buffer[] = [];
  for await (const chunk of chunks) {
    const last = chunk.lastIndexOf(0);
    if (last === -1) {
      rest.push(chunk);
      continue;
    }
    const complete = Buffer.concat([...rest, chunk.subarray(0, last)]);
    rest = last + 1 < chunk.length ? [chunk.subarray(last + 1)] : [];
    yield complete.toString("utf8").split("\0");
  }
}

export function joinNul(paths: readonly string[]): Buffer {
  return Buffer.from(paths.map((path) => `${path}\0`).join(""), "latin1");
}

/** Whether a path is one of the directories, or inside one. */
export function isInAny(path: string, directories: ReadonlySet<string>): boolean {
  for (let end = path.length; end > 0; end = path.lastIndexOf("/", end - 1)) {
    if (directories.has(path.slice(0, end))) return true;
  }
  return false;
}

/** Quotes a path for git commands that read one path per line. */
export function quotePath(path: string): string {
  return `"${path.replaceAll(/["\\]/g, "\\$&").replaceAll("\n", "\\n")}"`;
}

/** Returns the parent directories of paths, outer directories first. */
export function parentsOf(paths: Iterable<string>): ReadonlySet<string> {
  const parents = new Set<string>();
  for (const path of paths) {
    for (let end = path.indexOf("/"); end !== -1; end = path.indexOf("/", end + 1)) parents.add(path.slice(0, end));
  }
  return parents;
}
