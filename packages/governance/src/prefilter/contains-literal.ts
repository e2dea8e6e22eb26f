/**
 * Changes A to Z in a text to lower case, and nothing else: other letters may fold to ASCII, as the Kelvin sign does.
 */
export function foldAscii(text: string): string {
  // oxlint-disable-next-line no-control-regex -- matches what is not ASCII
  return /[^\x00-\x7F]/.test(text) ? text.replace(/[A-Z]+/g, (letters) => letters.toLowerCase()) : text.toLowerCase();
}

/**
 * Whether a text contains one of the literals.
 *
 * @param folded the text, from {@link foldAscii}.
 * @param literals lower-case ASCII. Undefined: none is required, every text passes.
 */
export function containsAny(folded: string, literals: readonly string[] | undefined): boolean {
  return literals === undefined || literals.some((literal) => folded.includes(literal));
}
