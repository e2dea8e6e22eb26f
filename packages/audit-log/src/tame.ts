import type { Json } from "@precept/core";
import { masked, type Mask } from "./mask.ts";

/** The longest text, and all texts of a field together, in UTF-16 code units. */
const longestText = 8_192;
const longestField = 12_288;

/** The most values in a field, and how deep they lie. */
const mostValues = 400;
const deepest = 8;

/** No more of a text than this is looked at for secrets, and its end is not written: a secret may go on behind it. */
const longestLook = 65_536;
const longestSecret = 8_192;

/** What a field may still take. */
interface Room {
  characters: number;
  values: number;
}

/**
 * A value as it may be written: secrets are masked, and what is too long, too much or too deep is cut, with a note. Anybody may have written what is in a violation; a line
 * that is too long to be read, or broken Unicode that another reader stumbles over, would hide it.
 */
export function tame(value: Json, mask: Mask, room: Room = { characters: longestField, values: mostValues }, depth = 0): Json {
  room.values -= 1;
  if (room.values < 0) return "[cut: too many values]";
  if (typeof value === "string") return tameText(value, mask, room);
  if (typeof value === "number") return Number.isFinite(value) ? value : String(value);
  if (typeof value !== "object" || value === null) return value === null || typeof value === "boolean" ? value : String(value);
  if (depth === deepest) return "[cut: too deep]";
  if (Array.isArray(value)) {
    // One more than there is room for says that there are more.
    return (value as readonly Json[]).slice(0, room.values + 1).map((one) => tame(one, mask, room, depth + 1));
  }
  const members: [string, Json][] = [];
  for (const [key, one] of Object.entries(value)) {
    if (one === undefined) continue;
    members.push([tameText(key, mask, room), hidesValue(key, one, mask) ? masked : tame(one, mask, room, depth + 1)]);
    if (room.values < 0) break;
  }
  return Object.fromEntries(members);
}

function hidesValue(key: string, value: Json, mask: Mask): boolean {
  return value !== null && typeof value !== "boolean" && mask.hides(key);
}

function tameText(text: string, mask: Mask, room: Room): string {
  // Masked before it is cut: half a secret is not recognised.
  const safe = mask.text(text.slice(0, longestLook).replace(/\p{Surrogate}/gu, "\uFFFD"));
  const unseen = Math.max(0, text.length - longestLook);
  const sure = unseen === 0 ? safe.length : safe.length - longestSecret;
  const most = Math.max(0, Math.min(longestText, room.characters, sure));
  room.characters -= Math.min(safe.length, most);
  const left = safe.length - most + unseen;
  return left <= 0 ? safe : `${safe.slice(0, most).replace(/[\uD800-\uDBFF]$/, "")} [cut: ${left} more characters]`;
}
