import type { SearchQuery } from "../ports/rule-search.ts";

/** Identifies a query in its cursors: a hash of everything that decides which hits it has, but not of the size and position of the page. */
export function queryKeyOf({ text, filter = {}, mode = "hybrid", minScores = {} }: SearchQuery): string {
  const fields = Object.entries(filter)
    .filter(([, value]) => value !== undefined)
    .toSorted(([left], [right]) => (left < right ? -1 : 1));
  return hash(JSON.stringify([text, mode, fields, minScores.sparse ?? null, minScores.dense ?? null]));
}

/** FNV-1a with 32 bits, over the code units of a text. */
function hash(text: string): string {
  let value = 0x811c9dc5;
  for (let index = 0; index < text.length; index += 1) {
    value = Math.imul(value ^ text.charCodeAt(index), 0x01000193);
  }
  return (value >>> 0).toString(36);
}
