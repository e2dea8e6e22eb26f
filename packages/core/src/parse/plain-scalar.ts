import type { Json } from "@precept/contract/values";

/**
 * Reads a simple value without the YAML parser, by YAML 1.2: empty, plain, a boolean, a whole number, quoted without
 * escapes, or a flow list of these. @returns undefined if it needs a YAML parser.
 */
export function readPlainScalar(value: string): { readonly value: Json } | undefined {
  if (value === "" || value === "null" || value === "~") return { value: null };
  if (value === "true" || value === "false") return { value: value === "true" };
  const first = value.charCodeAt(0);
  if (first === doubleQuote) return /^"[^"\\]*"$/.test(value) ? { value: value.slice(1, -1) } : undefined;
  if (first === singleQuote) return /^'[^']*'$/.test(value) ? { value: value.slice(1, -1) } : undefined;
  if (first === bracket) return readFlowList(value);
  if (/^\d/.test(value)) return /^(?:0|[1-9]\d{0,14})$/.test(value) ? { value: Number(value) } : undefined;
  return /^[\p{L}_/$(^](?:(?!:(?:\s|$)|\s#)[^\t\r\n])*(?<! )$/u.test(value) && !ambiguous.test(value) ? { value } : undefined;
}

const doubleQuote = 0x22;
const singleQuote = 0x27;
const bracket = 0x5b;
/** Words that some YAML versions read as a boolean or null in other cases. */
const ambiguous = /^(?:true|false|null)$/i;

/** Quoted items can contain special characters, as globs do: `["src/**\/*.{ts,tsx}"]`. */
function readFlowList(value: string): { readonly value: Json } | undefined {
  const end = value.length - 1;
  if (end < 1 || value[end] !== "]") return undefined;
  const items: Json[] = [];
  for (let at = 1; at < end;) {
    while (value[at] === " ") at += 1;
    if (at === end) break;
    const comma = endOfItem(value, at);
    const item = value.slice(at, Math.min(comma, end)).trimEnd();
    // A trailing comma is left to the parser.
    const read = item === "" || comma === end - 1 || !isPlainItem(item) ? undefined : readPlainScalar(item);
    if (read === undefined) return undefined;
    items.push(read.value);
    at = comma + 1;
  }
  return { value: items };
}

/** Reads a block list without the YAML parser. @returns undefined if it needs one. @param lines after the key. */
export function readBlockList(lines: string): { readonly value: Json; readonly column: number } | undefined {
  const items: Json[] = [];
  let indentation: string | undefined;
  for (const line of lines.trimEnd().split(/\r\n|\r|\n/)) {
    const [, indent = "", item = ""] = /^( *)- +(\S.*)$/.exec(line) ?? [];
    const read = item === "" || indent !== (indentation ??= indent) ? undefined : readPlainScalar(item.trimEnd());
    if (read === undefined) return undefined;
    items.push(read.value);
  }
  return { value: items, column: (indentation ?? "").length + 1 };
}

/** The offset of the comma after the item that begins at `start`, or of the end of the list. */
function endOfItem(value: string, start: number): number {
  const quote = value[start];
  const from = quote === '"' || quote === "'" ? value.indexOf(quote, start + 1) : start;
  const comma = from < 0 ? -1 : value.indexOf(",", from);
  return comma < 0 ? value.length - 1 : comma;
}

function isPlainItem(item: string): boolean {
  return /^["']/.test(item) || !/[[\]{}]/.test(item);
}
