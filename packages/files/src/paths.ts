import { isAbsolute, relative, sep } from "node:path";

/** Converts the separators of a path to `/`. */
export function toPosix(path: string): string {
  return sep === "/" ? path : path.replaceAll(sep, "/");
}

/** Returns a path for display: relative to the project if it is inside, or else absolute. */
export function shownPath(projectDir: string, path: string): string {
  const inside = pathInside(projectDir, path);
  return inside ?? toPosix(path);
}

/** Returns the path relative to a directory, or undefined if it is outside. Compares strings: resolve links first. */
export function pathInside(dir: string, path: string): string | undefined {
  // A fast path for most calls: `relative` is slow because it resolves both paths.
  if (path.startsWith(dir) && path[dir.length] === sep && isAbsolute(dir) && !needsResolving.test(path.slice(dir.length + 1))) {
    return toPosix(path.slice(dir.length + 1));
  }
  const inside = relative(dir, path);
  if (inside === ".." || inside.startsWith(`..${sep}`) || isAbsolute(inside)) return undefined;
  return toPosix(inside);
}

/** `..`, `.`, empty segments, and a separator at the end. */
const needsResolving = /(?:^|[\\/])\.{0,2}(?:[\\/]|$)/;
