/** Returns the first heading of a Markdown text. */
export function findHeading(content: string): string | undefined {
  return /^#{1,6}[ \t]+(.*\S)/m.exec(content)?.[1]?.replace(/[ \t]+#+$/, "");
}
