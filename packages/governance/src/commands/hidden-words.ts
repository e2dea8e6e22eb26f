/**
 * Whether a text may contain a word that is not written literally: escapes, quotes inside words, variables, substitutions, wildcards, braces,
 * and encoded text. In such a text, the absence of a program's name proves nothing.
 */
export function mayHideWords(text: string): boolean {
  return /[\\$`*?[{]|[^\s=(,:"']["']+[^\s),;:"']|\b(?:base64|xxd|openssl|rev|tr|printf)\b|-(?:enc|ec)/i.test(text);
}
