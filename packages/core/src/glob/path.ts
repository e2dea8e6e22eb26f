/**
 * Normalises a path for matching: `/` between segments, no `.` segments, no inner `..`, and relative to `root` if it is
 * absolute. Backslashes are separators. A path outside `root` has leading `..` segments.
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

/** Drive letters are compared without regard to case. */
function sameSegment(left: string | undefined, right: string | undefined, position: number): boolean {
  if (left === right) return true;
  return position === 0 && left !== undefined && /^[A-Za-z]:$/.test(left) && left.toLowerCase() === right?.toLowerCase();
}

function joinSegments(path: string): string {
  // Fast path: most paths are already normalised.
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
