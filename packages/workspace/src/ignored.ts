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

/**
 * Whether nothing in a directory needs to be read: it is ignored, and no pattern takes anything below it out again.
 *
 * @param dir relative to the project, with `/`.
 */
export function mayPrune(dir: string, globs: readonly string[]): boolean {
  return globs.length > 0 && !globs.some(isExclusion) && isIgnored(dir, globs);
}
