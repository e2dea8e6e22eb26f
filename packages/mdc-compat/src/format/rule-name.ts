/** Derives a rule name from the path of its file: the file name without extension. */
export function getRuleName(path: string, extensions: readonly string[]): string {
  const name = path.slice(path.lastIndexOf("/") + 1);
  const ending = extensions.find((extension) => extension.startsWith(".") && name.toLowerCase().endsWith(extension));
  return (ending === undefined ? name : name.slice(0, -ending.length)) || path;
}
