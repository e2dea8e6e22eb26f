/** The directories of a project, as its files show them. */
export class ProjectPaths {
  readonly files: readonly string[];
  /** By directory, the names of those in it. */
  readonly #inside = new Map<string, Set<string>>([["", new Set()]]);
  /** By name, the shortest path of a directory that has it. */
  readonly #named = new Map<string, string>();

  /** @param files relative to the project, with `/` between segments. */
  constructor(files: readonly string[]) {
    this.files = files;
    for (const file of files) this.#addAbove(file);
  }

  has(directory: string): boolean {
    return this.#inside.has(directory);
  }

  /** The names of the directories in a directory. */
  inside(directory: string): Iterable<string> {
    return this.#inside.get(directory) ?? [];
  }

  /** The path of the directory of this name that lies highest. */
  named(name: string): string | undefined {
    return this.#named.get(name);
  }

  #addAbove(path: string): void {
    const end = path.lastIndexOf("/");
    const directory = path.slice(0, Math.max(end, 0));
    if (this.#inside.has(directory)) return;
    this.#inside.set(directory, new Set());
    this.#addAbove(directory);
    const start = directory.lastIndexOf("/") + 1;
    const name = directory.slice(start);
    this.#inside.get(directory.slice(0, Math.max(start - 1, 0)))?.add(name);
    if ((this.#named.get(name)?.length ?? Number.POSITIVE_INFINITY) > directory.length) this.#named.set(name, directory);
  }
}
