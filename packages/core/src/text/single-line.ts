/** A text on one line, for the places of a prompt where a line break would end something. */
export function singleLine(text: string): string {
  return text.replace(/\s+/g, " ").trim();
}
