/** Access to the files of a project that a command runs. `parseCommands` reads scripts through it. */
export interface ProjectFiles {
  /** The directory of the project: absolute, with `/`. */
  readonly root: string;
  /** The directory of the call: absolute, with `/`. Default: the root. */
  readonly directory?: string;
  /**
   * Returns the text of a file.
   *
   * @param path relative to the root, without `..`.
   * @returns undefined if the file is missing or cannot be read or is too long.
   */
  readonly readFile: (path: string) => string | undefined;
}

/** Returns a path relative to the root of the project. Undefined if it is outside, or depends on a variable. */
export function pathInProject({ root, directory = root }: ProjectFiles, path: string): string | undefined {
  if (path === "" || /^[~$%]|[*?$`]/.test(path)) return undefined;
  const parts: string[] = [];
  for (const part of (path.startsWith("/") ? path : `${directory}/${path}`).split("/")) {
    if (part === "..") parts.pop();
    else if (part !== "." && part !== "") parts.push(part);
  }
  const absolute = `/${parts.join("/")}`;
  const base = root.replace(/\/+$/, "");
  if (absolute === base) return ".";
  return absolute.startsWith(`${base}/`) ? absolute.slice(base.length + 1) : undefined;
}
