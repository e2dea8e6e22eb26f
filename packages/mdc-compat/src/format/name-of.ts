/** The name of a rule that is called like its file: without the directories, and without the ending. */
export function nameOf(path: string, extensions: readonly string[]): string {
  const name = path.slice(path.lastIndexOf("/") + 1);
  const ending = extensions.find((extension) => extension.startsWith(".") && name.toLowerCase().endsWith(extension));
  return (ending === undefined ? name : name.slice(0, -ending.length)) || path;
}
