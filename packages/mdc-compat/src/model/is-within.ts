/** Whether a directory or file is in another directory, or is that directory. Undefined and the empty string stand for the project. */
export function isWithin(inner = "", outer = ""): boolean {
  return outer === "" || inner === outer || inner.startsWith(`${outer}/`);
}
