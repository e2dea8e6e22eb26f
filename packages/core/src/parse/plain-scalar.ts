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

/** Signs of YAML's may stand in quotes: `["src/**\/*.{ts,tsx}"]` is the usual list of patterns. */
function readFlowList(value: string): { readonly value: Json } | undefined {
  const end = value.length - 1;
  if (end < 1 || value[end] !== "]") return undefined;
  const items: Json[] = [];
  for (let at = 1; at < end;) {
    while (value[at] === " ") at += 1;
    if (at === end) break;
    const comma = endOfItem(value, at);
    const item = value.slice(at, Math.min(comma, end)).trimEnd();
    // A comma behind the last item is rare enough to be left to the parser.
    const read = item === "" || comma === end - 1 || !isPlainItem(item) ? undefined : readPlainScalar(item);
    if (read === undefined) return undefined;
    items.push(read.value);
    at = comma + 1;
  }
  return { value: items };
}

/** The comma behind the item that begins at `start`, or the end of the list. */
function endOfItem(value: string, start: number): number {
  const quote = value[start];
  const from = quote === '"' || quote === "'" ? value.indexOf(quote, start + 1) : start;
  const comma = from < 0 ? -1 : value.indexOf(",", from);
  return comma < 0 ? value.length - 1 : comma;
}

function isPlainItem(item: string): boolean {
  return /^["']/.test(item) || !/[[\]{}]/.test(item);
}
