import type { Json } from "@precept/core";
import type { LogLine } from "./line.ts";
import { segmentName } from "./fields.ts";

/** Why a log can't go on in the file that it ends in. */
export type Damage = "end_missing" | "foreign_lines" | "note_missing";

/** What the first entry of a file, but of the very first, says about the files of the log. The chain vouches for it. */
export interface SegmentInfo {
  /** The number of the file. */
  readonly number: number;
  /** The oldest file that was kept when this one was begun, and the hash that it goes on from. */
  readonly oldest: number;
  readonly oldestPrevHash: string;
  /** Why this file was begun before the one before it was full. */
  readonly after?: Damage | undefined;
}

export function formatSegmentInfo({ number, oldest, oldestPrevHash, after }: SegmentInfo): Json {
  return { number, oldest, oldest_prev_hash: oldestPrevHash, ...(after !== undefined && { after }) };
}

/** The note in an entry; undefined where it has none. */
export function readSegmentInfo({ fields }: LogLine): SegmentInfo | undefined {
  const { number, oldest, oldest_prev_hash: oldestPrevHash, after } = (fields[segmentName] ?? {}) as Record<string, unknown>;
  if (typeof number !== "number" || typeof oldest !== "number" || typeof oldestPrevHash !== "string") return undefined;
  return { number, oldest, oldestPrevHash, after: after as Damage | undefined };
}
