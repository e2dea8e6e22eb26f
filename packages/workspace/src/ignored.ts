import { isExclusion, matchesGlob } from "@precept/core";

/** Whether a pattern, and no negated one, matches a path or a parent. @param path relative to the project, with `/`. */
export function isIgnored(path: string, globs: readonly string[]): boolean {
  const segments = path.split("/");
  const ancestors = segments.map((_, at) => segments.slice(0, at + 1).join("/"));
  const matches = (glob: string): boolean => ancestors.some((ancestor) => matchesGlob(glob, ancestor));
  const exclusions = globs.filter(isExclusion).map((glob) => glob.slice(1));
  return globs.some((glob) => !isExclusion(glob) && matches(glob)) && !exclusions.some(matches);
}

/** Whether a directory is ignored, and no pattern with a leading `!` could match anything in it. */
export function mayPrune(dir: string, globs: readonly string[]): boolean {
  return globs.length > 0 && !globs.some(isExclusion) && isIgnored(dir, globs);
}
