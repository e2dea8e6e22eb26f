/** The directories of a project, derived from its files. */
export class ProjectPaths {
  readonly files: readonly string[];
  /** The names of subdirectories, by directory. */
  readonly #inside = new Map<string, Set<string>>([["", new Set()]]);
  /** The shortest path of a directory, by its name. */
  readonly #named = new Map<string, string>();

  /** @param files relative to the project, with `/` between segments. */
  constructor(files: readonly string[]) {
    this.files = files;
    for (const file of files) this.#addParents(file);
  }

  has(directory: string): boolean {
    return this.#inside.has(directory);
  }

  /** The names of the subdirectories of a directory. */
  inside(directory: string): Iterable<string> {
    return this.#inside.get(directory) ?? [];
  }

  /** The shortest path of a directory with a name. */
  named(name: string): string | undefined {
    return this.#named.get(name);
  }

  #addParents(path: string): void {
    const end = path.lastIndexOf("/");
    const directory = path.slice(0, Math.max(end, 0));
    if (this.#inside.has(directory)) return;
    this.#inside.set(directory, new Set());
    this.#addParents(directory);
    const start = directory.lastIndexOf("/") + 1;
    const name = directory.slice(start);
    this.#inside.get(directory.slice(0, Math.max(start - 1, 0)))?.add(name);
    if ((this.#named.get(name)?.length ?? Number.POSITIVE_INFINITY) > directory.length) this.#named.set(name, directory);
  }
}
