/** Patterns in a tool's own words on one line, bare, with commas between them. A `#` behind a space would begin a comment. */
export function printBareGlobs(patterns: readonly string[]): string {
  return patterns
    .join(",")
    .replace(/[\r\n]/g, "?")
    .replace(/(\s)#/g, "$1\\#");
}
