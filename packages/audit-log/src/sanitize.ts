import type { Json } from "@precept/core";
import { masked, type Mask } from "./mask.ts";

/** The longest text, and all texts of a field together, in UTF-16 code units. */
const maxTextLength = 8_192;
const maxFieldLength = 12_288;

/** The most values in a field, and how deep they lie. */
const maxValues = 400;
const maxDepth = 8;

/** No more of a text than this is looked at for secrets, and its end is not written: a secret may go on behind it. */
const maxInspected = 65_536;
const maxSecretLength = 8_192;

/** What a field may still take. */
interface Room {
  characters: number;
  values: number;
}

/**
 * A value as it may be written: secrets are masked, and what is too long, too much or too deep is cut, with a note. Anybody may have written what is in a violation; a line
 * that is too long to be read, or broken Unicode that another reader stumbles over, would hide it.
 */
export function sanitize(value: Json, mask: Mask, room: Room = { characters: maxFieldLength, values: maxValues }, depth = 0): Json {
  room.values -= 1;
  if (room.values < 0) return "[cut: too many values]";
  if (typeof value === "string") return sanitizeText(value, mask, room);
  if (typeof value === "number") return Number.isFinite(value) ? value : String(value);
  if (typeof value !== "object" || value === null) return value === null || typeof value === "boolean" ? value : String(value);
  if (depth === maxDepth) return "[cut: too deep]";
  if (Array.isArray(value)) {
    // One more than there is room for says that there are more.
    return (value as readonly Json[]).slice(0, room.values + 1).map((one) => sanitize(one, mask, room, depth + 1));
  }
  const fields: [string, Json][] = [];
  for (const [key, one] of Object.entries(value)) {
    if (one === undefined) continue;
    fields.push([sanitizeText(key, mask, room), hidesValue(key, one, mask) ? masked : sanitize(one, mask, room, depth + 1)]);
    if (room.values < 0) break;
  }
  return Object.fromEntries(fields);
}

function hidesValue(key: string, value: Json, mask: Mask): boolean {
  return value !== null && typeof value !== "boolean" && mask.masksKey(key);
}

function sanitizeText(text: string, mask: Mask, room: Room): string {
  // Masked before it is cut: half a secret is not recognised.
  const safe = mask.maskText(text.slice(0, maxInspected).replace(/\p{Surrogate}/gu, "\uFFFD"));
  const unseen = Math.max(0, text.length - maxInspected);
  const sure = unseen === 0 ? safe.length : safe.length - maxSecretLength;
  const most = Math.max(0, Math.min(maxTextLength, room.characters, sure));
  room.characters -= Math.min(safe.length, most);
  const left = safe.length - most + unseen;
  return left <= 0 ? safe : `${safe.slice(0, most).replace(/[\uD800-\uDBFF]$/, "")} [cut: ${left} more characters]`;
}
