/**
 * Returns a text without what does not make it another text: case, white space around it, and the kind and amount of
 * white space between words.
 *
 * @example
 * ```ts
 * import { comparableText } from "@precept/core";
 *
 * comparableText(" Use  TABS\n") === comparableText("use tabs"); // true
 * ```
 */
export function comparableText(text: string): string {
  return text.normalize("NFC").trim().replace(/\s+/gu, " ").toLowerCase();
}
