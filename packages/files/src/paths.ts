import { isAbsolute, relative, sep } from "node:path";

/** A path with `/` between segments, whatever the system. */
export function toPosix(path: string): string {
  return sep === "/" ? path : path.replaceAll(sep, "/");
}

/** A path as people know it: relative to the project where it lies inside it, else absolute. */
export function shownPath(projectDir: string, path: string): string {
  const inside = pathInside(projectDir, path);
  return inside ?? toPosix(path);
}

/** The path relative to a directory; undefined where it lies outside. Compares texts: links have to be resolved before. */
export function pathInside(dir: string, path: string): string | undefined {
  // Nearly every path was joined below the directory, and `relative` resolves both anew each time.
  if (path.startsWith(dir) && path[dir.length] === sep && isAbsolute(dir) && !unclean.test(path.slice(dir.length + 1))) {
    return toPosix(path.slice(dir.length + 1));
  }
  const way = relative(dir, path);
  if (way === ".." || way.startsWith(`..${sep}`) || isAbsolute(way)) return undefined;
  return toPosix(way);
}

/** What `relative` has to make sense of: `..` and `.`, empty segments, a separator at the end. */
const unclean = /(?:^|[\\/])\.{0,2}(?:[\\/]|$)/;
