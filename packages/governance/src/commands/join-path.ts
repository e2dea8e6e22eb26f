/** Whether a path does not depend on the working directory, as far as the text shows: absolute, a home, a variable. */
function isAnchored(path: string): boolean {
  return /^(?:[/~$%]|[A-Za-z]:[\\/])/.test(path);
}

/** Joins a path to a directory, and removes `.` and `..` where that is certain. */
export function joinPath(directory: string, path: string): string {
  if (directory === "" || isAnchored(path)) return path;
  const parts: string[] = [];
  for (const part of `${directory}/${path}`.split("/")) {
    const last = parts.at(-1);
    if (part === ".." && last !== undefined && last !== ".." && last !== "" && !/^[~$]/.test(last)) parts.pop();
    else if (part === ".." && parts.length === 1 && last === "") continue;
    else if (part !== "." && (part !== "" || parts.length === 0)) parts.push(part);
  }
  const joined = parts.join("/");
  return joined === "" ? (directory.startsWith("/") ? "/" : ".") : joined;
}
