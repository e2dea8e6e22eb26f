/** Quotes a text so that a shell reads it as one word. */
export function quoteWord(text: string): string {
  return `'${text.replaceAll("'", `'\\''`)}'`;
}

/** Quotes a text in ANSI-C quotes, each character as a hexadecimal escape. */
export function escapeWord(text: string): string {
  return `$'${hexOf(text, "\\x")}'`;
}

/** Returns the bytes of a text as hexadecimal digits. */
export function hexOf(text: string, prefix = ""): string {
  return Array.from(new TextEncoder().encode(text), (byte) => prefix + byte.toString(16).padStart(2, "0")).join("");
}

/** Encodes a text as Base64. */
export function base64Of(text: string): string {
  return Buffer.from(text).toString("base64");
}
