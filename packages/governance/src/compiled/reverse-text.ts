/** Returns the UTF-16 code units of a text from the last to the first. */
export function reverseText(text: string): string {
  return text.split("").toReversed().join("");
}
