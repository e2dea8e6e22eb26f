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
/** Begins with a letter, or with a sign that means nothing to YAML, holds neither `: ` nor ` #`, and ends before the line and its last spaces. */
const plainText = /^[\p{L}_/$(^](?:(?!:(?:\s|$)|\s#)[^\t\r\n])*(?<! )$/u;
/** Words that YAML reads as something else when they are written differently. */
const ambiguous = /^(?:true|false|null)$/i;

/** One item of a flow list and the comma behind it. Signs of YAML's may stand in quotes: `["src/**\/*.{ts,tsx}"]` is the usual list of patterns. */
const flowItem = /\s*("[^"\\]*"|'[^']*'|[^\s"'[\]{},](?:[^[\]{},]*[^\s[\]{},])?)\s*(,|$)/y;

function readFlowList(value: string): { readonly value: Json } | undefined {
  if (!value.endsWith("]")) return undefined;
  const inside = value.slice(1, -1).trim();
  const items: Json[] = [];
  flowItem.lastIndex = 0;
  while (flowItem.lastIndex < inside.length) {
    const item = flowItem.exec(inside);
    // A comma behind the last item is rare enough to be left to the parser.
    if (item === null || (item[2] === "," && flowItem.lastIndex === inside.length)) return undefined;
    const read = readPlainScalar(item[1] ?? "");
    if (read === undefined) return undefined;
    items.push(read.value);
  }
  return { value: items };
}
