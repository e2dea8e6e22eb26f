import type { Json } from "@precept/core";

/** The text of a hook payload, parsed, or why it is no JSON. */
export type ParsedPayload = { readonly value: Json } | { readonly problem: string };

/**
 * Parses the standard input of a hook: JSON, with or without a byte order mark (Cursor on Windows), and with control
 * characters in its strings (Windsurf).
 *
 * @returns `problem` if it is empty or no JSON. Never throws.
 */
export function parseHookPayload(text: string): ParsedPayload {
  const json = text.replace(/^\uFEFF+/, "").trim();
  if (json === "") return { problem: "it is empty" };
  for (const candidate of [json, () => escapeControlCharacters(json)]) {
    try {
      return { value: JSON.parse(typeof candidate === "string" ? candidate : candidate()) as Json };
    } catch {
      // The message of the error quotes the text, which may contain secrets.
    }
  }
  return { problem: "it is not JSON" };
}

/** Escapes control characters inside of strings. Outside of them, only white space is valid. */
function escapeControlCharacters(json: string): string {
  let result = "";
  let isInString = false;
  let from = 0;
  for (let at = 0; at < json.length; at += 1) {
    const code = json.charCodeAt(at);
    if (code === 0x22) isInString = !isInString;
    else if (code === 0x5c && isInString) at += 1;
    else if (code < 0x20 && isInString) {
      result += `${json.slice(from, at)}\\u${code.toString(16).padStart(4, "0")}`;
      from = at + 1;
    }
  }
  return result + json.slice(from);
}
