import { normalisePath, type Rule } from "@precept/core";

/**
 * Resolves the path of a native reference: relative to the directory that the rule governs, or, with `./` or `../`, to
 * the file of the rule. Undefined if it is outside of the project.
 */
export function resolveReference(path: string, { origin }: Pick<Rule, "origin">): string | undefined {
  if (isOutside(path)) return undefined;
  const isFromFile = /^\.\.?[\\/]/.test(path);
  if (isFromFile && origin.path !== undefined && isOutside(origin.path)) return undefined;
  const directory = isFromFile ? directoryOf(origin.path ?? "") : (origin.base ?? "");
  return inProject(directory === "" ? path : `${directory}/${path}`);
}

/** Resolves the path of an import, relative to the file with it. Undefined if it is outside of the project. */
export function resolveImport(path: string, file: string): string | undefined {
  const directory = directoryOf(file);
  return isOutside(path) ? undefined : inProject(directory === "" ? path : `${directory}/${path}`);
}

/** Returns a path relative to the directory of a file. Both are in the project. */
export function relativeTo(file: string, target: string): string {
  const from = file.split("/").slice(0, -1);
  const to = target.split("/");
  let shared = 0;
  while (shared < from.length && shared < to.length - 1 && from[shared] === to[shared]) shared += 1;
  return [...from.slice(shared).map(() => ".."), ...to.slice(shared)].join("/");
}

/**
 * Returns how a native rule names a file of the project: relative to the directory that it governs, or else to its own
 * file. Undefined if neither is possible. {@link resolveReference} reverses it.
 */
export function spellReference(path: string, base: string | undefined, file: string | undefined): string | undefined {
  if (base === undefined) return path;
  if (path.startsWith(`${base}/`)) return path.slice(base.length + 1);
  return file === undefined ? undefined : relativeTo(file, path);
}

/** Whether a path is absolute or in the home directory. */
export function isOutside(path: string): boolean {
  return /^(?:[~/\\]|[A-Za-z]:)/.test(path);
}

function inProject(path: string): string | undefined {
  const normal = normalisePath(path);
  return normal === "" || /^\.\.(?:\/|$)/.test(normal) ? undefined : normal;
}

function directoryOf(path: string): string {
  return path.split("/").slice(0, -1).join("/");
}
