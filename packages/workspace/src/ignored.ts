import { isExclusion, matchesGlob } from "@precept/core";

/**
 * Whether a directory is among those to be left alone: a pattern matches it or a directory around it, and none that begins with `!` takes it out
 * again.
 *
 * @param dir relative to the project, with `/`.
 */
export function isIgnored(dir: string, globs: readonly string[]): boolean {
  const segments = dir.split("/");
  const around = segments.map((_, at) => segments.slice(0, at + 1).join("/"));
  const matches = (glob: string): boolean => around.some((path) => matchesGlob(glob, path));
  const exclusions = globs.filter(isExclusion).map((glob) => glob.slice(1));
  return globs.some((glob) => !isExclusion(glob) && matches(glob)) && !exclusions.some(matches);
}
