/** Receives what an export depends on, before it is read, so that a later export can tell whether anything changed. */
export interface ExportRecord {
  /** The project's directory, absolute. */
  readonly dir: string;
  /** Adds a path relative to the project. */
  add(kind: "directory" | "file", path: string): void;
  /** Adds a file that is read unless git ignores it. @param path absolute. */
  addReferenced(path: string): void;
}
