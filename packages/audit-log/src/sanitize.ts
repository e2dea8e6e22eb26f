import type { Json } from "@precept/core";
import { masked, type Mask } from "./mask.ts";

/** The maximum length of one text, in UTF-16 code units. */
const maxTextLength = 8_192;
/** The maximum length of all texts in a field together. */
const maxFieldLength = 12_288;

/** The maximum number of values in a field. */
const maxValues = 400;
const maxDepth = 8;

/** The maximum length of a text that is searched for secrets. */
const maxInspected = 65_536;
/** The end of the searched part that is not written, since a secret may extend beyond it. */
const maxSecretLength = 8_192;

/** The remaining allowance of a field. */
interface Allowance {
  characters: number;
  values: number;
}

/**
 * Makes a value safe to write: masks secrets, and truncates values that are too long, too many or too deep, with a
 * note. The contents of a violation are untrusted: a line too long to read, or invalid Unicode, would hide the entry
 * from readers.
 */
export function sanitize(
  value: Json,
  mask: Mask,
  allowance: Allowance = { characters: maxFieldLength, values: maxValues },
  depth = 0,
): Json {
  allowance.values -= 1;
  if (allowance.values < 0) return "[cut: too many values]";
  if (typeof value === "string") return sanitizeText(value, mask, allowance);
  if (typeof value === "number") return Number.isFinite(value) ? value : String(value);
  if (typeof value !== "object" || value === null) return value === null || typeof value === "boolean" ? value : String(value);
  if (depth === maxDepth) return "[cut: too deep]";
  if (Array.isArray(value)) {
    // One more than allowed, which writes the note that values were cut.
    return (value as readonly Json[]).slice(0, allowance.values + 1).map((one) => sanitize(one, mask, allowance, depth + 1));
  }
  const fields: [string, Json][] = [];
  for (const [key, one] of Object.entries(value)) {
    if (one === undefined) continue;
    fields.push([
      sanitizeText(key, mask, allowance),
      hidesValue(key, one, mask) ? masked : sanitize(one, mask, allowance, depth + 1),
    ]);
    if (allowance.values < 0) break;
  }
  return Object.fromEntries(fields);
}

function hidesValue(key: string, value: Json, mask: Mask): boolean {
  return value !== null && typeof value !== "boolean" && mask.masksKey(key);
}

function sanitizeText(text: string, mask: Mask, allowance: Allowance): string {
  // Mask before truncating: half a secret would not be recognised.
  const safe = mask.maskText(text.slice(0, maxInspected).toWellFormed());
  const uninspected = Math.max(0, text.length - maxInspected);
  const safeLength = uninspected === 0 ? safe.length : safe.length - maxSecretLength;
  const length = Math.max(0, Math.min(maxTextLength, allowance.characters, safeLength));
  allowance.characters -= Math.min(safe.length, length);
  const left = safe.length - length + uninspected;
  return left <= 0 ? safe : `${safe.slice(0, length).replace(/[\uD800-\uDBFF]$/, "")} [cut: ${left} more characters]`;
}
