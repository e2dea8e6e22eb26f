import { basename, join } from "node:path";
import { PreceptError, toSafeName } from "@precept/core";
import { existsAt, kindAt, listDirectorySync, openRoot, realPathAt, sha256 } from "@precept/files";
import { projectMarks } from "@precept/workspace";

/** A directory that the server serves as a project. */
export interface ProjectDir {
  /** Identifies the project in paths and tokens. Default: the name of the directory. */
  readonly id?: string | undefined;
  /** Absolute. */
  readonly dir: string;
}

/** A project of the server: its id and its directory. */
export interface NamedProjectDir extends ProjectDir {
  readonly id: string;
}

export const projectIdPattern: RegExp = /^\w[\w.-]{0,127}$/;

/** The characters of project ids, for messages. */
export const projectIdExpected = "letters, digits, and . - _";

/**
 * Gives each directory its configured id, or its name. Directories with the same name all get a suffix, so that no id
 * depends on the order. @throws PreceptError `PROJECT_ID_TAKEN` for two equal configured ids or directories.
 */
export function nameProjects(dirs: readonly ProjectDir[]): readonly NamedProjectDir[] {
  const named = dirs.map(({ id, dir }) => ({ id: id ?? idOf(dir), dir, isConfigured: id !== undefined }));
  const projects = named.map(({ id, dir, isConfigured }) => {
    const isUnique = named.every((other) => other.dir === dir || other.id !== id);
    return { id: isConfigured || isUnique ? id : withSuffix(id, dir), dir };
  });
  for (const [at, { id, dir }] of projects.entries()) {
    const taken = projects.slice(0, at).find((other) => other.id === id || realPathOf(other.dir) === realPathOf(dir));
    if (taken !== undefined) throw new PreceptError("PROJECT_ID_TAKEN", { id: taken.id, dirs: [taken.dir, dir] });
  }
  return projects;
}

/** Lists the child directories that `projectMarks` mark as projects, without hidden ones and those in `taken`. */
export function findProjectsIn(parent: string, taken: readonly NamedProjectDir[]): readonly NamedProjectDir[] {
  const ids = new Set(taken.map(({ id }) => id));
  const paths = new Set(taken.map(({ dir }) => realPathOf(dir)));
  const projects: NamedProjectDir[] = [];
  // A directory comes before links to it.
  const entries = listDirectorySync(openRoot(parent), ".").toSorted(
    (left, right) => Number(left.isSymbolicLink()) - Number(right.isSymbolicLink()) || (left.name < right.name ? -1 : 1),
  );
  for (const { name } of entries) {
    const dir = join(parent, name);
    if (name.startsWith(".") || !isProject(dir)) continue;
    const path = realPathOf(dir);
    if (paths.has(path)) continue;
    paths.add(path);
    const id = ids.has(idOf(dir)) ? withSuffix(idOf(dir), dir) : idOf(dir);
    ids.add(id);
    projects.push({ id, dir });
  }
  return projects;
}

/** The id of a directory by its name alone. A name that is no valid id gets a suffix, so that two never share one. */
function idOf(dir: string): string {
  const name = basename(dir);
  return projectIdPattern.test(name) ? name : withSuffix(toSafeName(name), dir);
}

function withSuffix(id: string, dir: string): string {
  return `${id}-${sha256(realPathOf(dir)).slice(0, 8)}`;
}

/** The path of a directory with links resolved, also of one that does not exist. */
export function realPathOf(dir: string): string {
  return realPathAt(dir) ?? dir;
}

function isProject(dir: string): boolean {
  try {
    return kindAt(dir) === "directory" && projectMarks.some((mark) => existsAt(join(dir, mark)));
  } catch {
    return false;
  }
}
