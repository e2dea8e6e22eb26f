/** Joins the lines of a text with spaces. */
export function singleLine(text: string): string {
  return text.replace(/\s+/g, " ").trim();
}
