import { isExclusion, matchesGlob } from "@precept/core";

/**
 * Whether a file or directory is among those to be left alone: a pattern matches it or a directory around it, and none that begins with `!` takes
 * it out again.
 *
 * @param path relative to the project, with `/`.
 */
export function isIgnored(path: string, globs: readonly string[]): boolean {
  const segments = path.split("/");
  const around = segments.map((_, at) => segments.slice(0, at + 1).join("/"));
  const matches = (glob: string): boolean => around.some((one) => matchesGlob(glob, one));
  const exclusions = globs.filter(isExclusion).map((glob) => glob.slice(1));
  return globs.some((glob) => !isExclusion(glob) && matches(glob)) && !exclusions.some(matches);
}
