/**
 * A path as the glob language sees it: `/` between segments, without `.` and inner `..`, relative to `root` where it lies inside
 * it. Backslashes are separators, since no one writes them in a file name on purpose. A path outside `root` keeps its leading `..`.
 */
export function normalisePath(path: string, root?: string): string {
  const slashed = toSlashes(path);
  if (root !== undefined && isAbsolute(slashed)) return relativeTo(slashed, toSlashes(root));
  return joinSegments(slashed.replace(driveOrRoot, ""));
}

const driveOrRoot = /^(?:[A-Za-z]:)?\/+|^[A-Za-z]:/;

function toSlashes(path: string): string {
  return path.includes("\\") ? path.replaceAll("\\", "/") : path;
}

function isAbsolute(path: string): boolean {
  return path.startsWith("/") || /^[A-Za-z]:/.test(path);
}

function relativeTo(path: string, root: string): string {
  const from = segmentsOf(root);
  const to = segmentsOf(path);
  let shared = 0;
  while (shared < from.length && shared < to.length && sameSegment(from[shared], to[shared], shared)) shared += 1;
  return [...from.slice(shared).map(() => ".."), ...to.slice(shared)].join("/");
}

/** Drive letters are the one thing in a path that never depends on case. */
function sameSegment(left: string | undefined, right: string | undefined, position: number): boolean {
  if (left === right) return true;
  return position === 0 && left !== undefined && /^[A-Za-z]:$/.test(left) && left.toLowerCase() === right?.toLowerCase();
}

function joinSegments(path: string): string {
  // Most paths are clean already, and this runs for every file of every request.
  if (!/(?:^|\/)\.{0,2}(?:\/|$)/.test(path)) return path;
  return segmentsOf(path).join("/");
}

function segmentsOf(path: string): string[] {
  const segments: string[] = [];
  for (const segment of path.split("/")) {
    if (segment === "" || segment === ".") continue;
    const parent = segments.at(-1);
    if (segment === ".." && parent !== undefined && parent !== "..") segments.pop();
    else segments.push(segment);
  }
  return segments;
}
