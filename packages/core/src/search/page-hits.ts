import { PreceptError } from "../model/error.ts";
import type { SearchQuery } from "../ports/rule-search.ts";
import { compareHits, type FusedHit } from "./fuse-legs.ts";

/** The hits of one page. */
export interface HitPage {
  readonly hits: readonly FusedHit[];
  /** The cursor of the next page. Absent: this is the last page. */
  readonly cursor?: string;
  /** The number of hits on all pages. */
  readonly total: number;
}

const defaultLimit = 10;

/**
 * Selects a page of all hits. If rules changed, it continues after the cursor's hit, or where that would be. @throws
 * PreceptError `OPTION_VALUE_INVALID` if the limit is not a whole number above 0, or the cursor belongs to another
 * query.
 */
export function pageHits(hits: readonly FusedHit[], query: SearchQuery): HitPage {
  const { limit, position } = readPage(query);
  const start = position === undefined ? 0 : findStart(hits, position);
  const page = hits.slice(start, start + limit);
  const last = page.at(-1);
  const isLast = last === undefined || start + limit >= hits.length;
  return { hits: page, total: hits.length, ...(isLast ? {} : { cursor: `${queryKeyOf(query)}:${last.score}:${last.id}` }) };
}

/** Reads which page a query wants. Searches call it first, so that an invalid query fails before it is embedded. */
export function readPage(query: SearchQuery): { readonly limit: number; readonly position: Position | undefined } {
  const { limit = defaultLimit, cursor } = query;
  if (!Number.isSafeInteger(limit) || limit < 1) {
    throw new PreceptError("OPTION_VALUE_INVALID", { option: "limit", value: String(limit), expected: "a whole number above 0" });
  }
  return { limit, position: cursor === undefined ? undefined : readCursor(cursor, queryKeyOf(query)) };
}

type Position = Pick<FusedHit, "id" | "score">;

function findStart(hits: readonly FusedHit[], position: Position): number {
  const found = hits.findIndex(({ id }) => id === position.id);
  if (found >= 0) return found + 1;
  const next = hits.findIndex((hit) => compareHits(hit, position) > 0);
  return next < 0 ? hits.length : next;
}

function readCursor(cursor: string, queryKey: string): Position {
  const [, key, written = "", id = ""] = /^([^:]*):([^:]+):(.*)$/su.exec(cursor) ?? [];
  const score = Number(written);
  if (key !== queryKey || !Number.isFinite(score)) {
    throw new PreceptError("OPTION_VALUE_INVALID", {
      option: "cursor",
      value: cursor,
      expected: "the cursor of a page of the same query",
    });
  }
  return { id, score };
}

/** Identifies a query in its cursors: a hash of what decides its hits, without the size and position of the page. */
function queryKeyOf({ text, filter = {}, mode = "hybrid", minScores = {} }: SearchQuery): string {
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
