import type { Json } from "../model/json.ts";

/**
 * Reads the value of a front matter line where that takes no YAML parser, as YAML 1.2 reads it: nothing, a plain word or sentence, a boolean,
 * a whole number, a quoted text without escapes, a flow list of these.
 *
 * @returns undefined where only a YAML parser can tell.
 */
export function readPlainScalar(value: string): { readonly value: Json } | undefined {
  if (value === "" || value === "null" || value === "~") return { value: null };
  if (value === "true" || value === "false") return { value: value === "true" };
  const first = value.charCodeAt(0);
  if (first === doubleQuote) return /^"[^"\\]*"$/.test(value) ? { value: value.slice(1, -1) } : undefined;
  if (first === singleQuote) return /^'[^']*'$/.test(value) ? { value: value.slice(1, -1) } : undefined;
  if (first === bracket) return readFlowList(value);
  if (/^\d/.test(value)) return /^(?:0|[1-9]\d{0,14})$/.test(value) ? { value: Number(value) } : undefined;
  return plainText.test(value) && !ambiguous.test(value) ? { value } : undefined;
}

const doubleQuote = 0x22;
const singleQuote = 0x27;
const bracket = 0x5b;
/** Begins with a letter, or with a sign that means nothing to YAML, and holds neither `: ` nor ` #`. */
const plainText = /^[\p{L}_/$(^](?:(?!:(?:\s|$)|\s#)[^\t])*$/u;
/** Words that YAML reads as something else when they are written differently. */
const ambiguous = /^(?:true|false|null)$/i;

function readFlowList(value: string): { readonly value: Json } | undefined {
  if (!value.endsWith("]")) return undefined;
  const inside = value.slice(1, -1).trim();
  if (inside === "") return { value: [] };
  const items: Json[] = [];
  for (const item of inside.split(",")) {
    const text = item.trim();
    if (text === "" || /^\[|[{}[\]]/.test(text.replace(/^(["']).*\1$/, ""))) return undefined;
    const read = readPlainScalar(text);
    if (read === undefined) return undefined;
    items.push(read.value);
  }
  return { value: items };
}
