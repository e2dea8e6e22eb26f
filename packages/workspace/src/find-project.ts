import { basename, dirname, join, resolve } from "node:path";
import { existsAt } from "@precept/files";
import { configPath } from "./paths.ts";

/** The files and directories that mark a project, the most reliable first. */
const marks: readonly (readonly string[])[] = [[configPath], [".git"], [".precept", ".cursor"]];

/** All paths that mark a directory as a project, relative to it. */
export const projectMarks: readonly string[] = marks.flat();

/**
 * Finds the project of a directory: the nearest parent, or the directory itself, with the most reliable mark. Without
 * any mark it is the directory itself.
 *
 * @param home the user's Precept directory, usually `~/.precept`. It does not make its parent a project.
 */
export function findProject(directory: string, home: string): string {
  return findMarked(directory, home) ?? resolve(directory);
}

/** Finds a project like {@link findProject}; undefined without any mark. */
export function findMarked(directory: string, home: string): string | undefined {
  const above = upwards(resolve(directory));
  for (const names of marks) {
    const found = above.find((candidate) =>
      names.some((name) => {
        const path = join(candidate, name);
        return !isPersonal(path, resolve(home)) && existsAt(path);
      }),
    );
    if (found !== undefined) return found;
  }
  return undefined;
}

function isPersonal(path: string, home: string): boolean {
  return path === home || path === join(home, basename(configPath));
}

function upwards(directory: string): string[] {
  const parent = dirname(directory);
  return parent === directory ? [directory] : [directory, ...upwards(parent)];
}
