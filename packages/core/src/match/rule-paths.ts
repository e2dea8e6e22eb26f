import type { Rule } from "../model/rule.ts";

/** The paths by which a reference can name the file of a rule: in the project and in its root, with and without extension. */
export function pathsOf({ origin: { path, root } }: Rule): ReadonlySet<string> {
  if (path === undefined) return none;
  const inRoot = root !== undefined && path.startsWith(`${root}/`) ? path.slice(root.length + 1) : path;
  return new Set([path, inRoot, withoutExtension(path), withoutExtension(inRoot)]);
}

const none: ReadonlySet<string> = new Set();

function withoutExtension(path: string): string {
  return path.replace(/\.[^./]+$/, "");
}
