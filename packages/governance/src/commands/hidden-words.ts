/**
 * Whether a text may contain a word that is not written literally: escapes, quotes inside words, variables,
 * substitutions, wildcards, braces, and encoded text. In such a text, the absence of a program's name proves nothing.
 */
export function mayHideWords(text: string): boolean {
  return /[\\$`*?[{]|[^\s=(,:"']["']+[^\s),;:"']|\b(?:base64|xxd|openssl|rev|tr|printf)\b|-(?:enc|ec)/i.test(text);
}

/**
 * Whether a text may run code in another language, or text that is decoded: it contains the name of an interpreter or
 * may hide it. If not, the text need not be parsed to find such code.
 */
export function mayRunCode(text: string): boolean {
  return mayHideWords(text) || codeRunners.test(text);
}

const codeRunners =
  /\b(?:python|pypy|node|nodejs|bun|deno|tsx|perl|ruby|php|lua|osascript|rscript|[gm]?awk|powershell|pwsh|eval|(?:ba|z|da|k|a|fi)?sh)(?:[\d.]*|\.exe)(?!\w)/i;
