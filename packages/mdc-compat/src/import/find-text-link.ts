import { normalisePath } from "@precept/core";

/** Maximum length of the target of a link that git checked out as text. */
const maxLength = 1024;

/**
 * Returns the path, relative to the project, that a file refers to if its whole text is a relative path. Without `core.symlinks`, as on Windows, git checks
 * out a symbolic link as such a file.
 */
export function findTextLink(path: string, text: string): string | undefined {
  const target = text.trimEnd();
  if (target === "" || target.length > maxLength || /[\n\r\0]/.test(target) || target.startsWith("/")) return undefined;
  const normal = normalisePath(path.slice(0, path.lastIndexOf("/") + 1) + target.replaceAll("\\", "/"));
  return normal === path || /^\.\.(?:\/|$)/.test(normal) ? undefined : normal;
}
