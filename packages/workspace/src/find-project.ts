import { basename, dirname, join, resolve } from "node:path";
import { existsAt } from "@precept/files";
import { configPath } from "./places.ts";

/** What marks a directory as a project, the surest sign first. */
const marks: readonly (readonly string[])[] = [[configPath], [".git"], [".precept", ".cursor"]];

/** The paths, relative to a directory, of which any makes it a project. */
export const projectMarks: readonly string[] = marks.flat();

/**
 * The project that a directory lies in: the nearest one, upwards, with the surest mark there is. Without any mark it is the directory itself.
 *
 * @param home where a person's own rules are, usually `~/.precept`: it makes no project of the directory it lies in.
 */
export function findProject(directory: string, home: string): string {
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
  return resolve(directory);
}

/** A configuration among a person's own rules is no project's either. */
function isPersonal(path: string, home: string): boolean {
  return path === home || path === join(home, basename(configPath));
}

function upwards(directory: string): string[] {
  const parent = dirname(directory);
  return parent === directory ? [directory] : [directory, ...upwards(parent)];
}
