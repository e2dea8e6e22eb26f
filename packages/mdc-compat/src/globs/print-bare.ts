/** Prints patterns as an unquoted, comma-separated list on one line. Escapes `#` after a space, which would start a comment. */
export function printBareGlobs(patterns: readonly string[]): string {
  return patterns
    .join(",")
    .replace(/[\r\n]/g, "?")
    .replace(/(\s)#/g, "$1\\#");
}
