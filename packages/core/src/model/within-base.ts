/**
 * Whether the rules of a subdirectory govern a path.
 *
 * @param path relative to the project. Undefined is the project itself.
 * @param base the subdirectory, relative to the project.
 */
export function isWithinBase(path: string | undefined, base: string): boolean {
  return base === "" || path === base || path?.startsWith(`${base}/`) === true;
}
