import type { Json } from "@precept/core";
import type { ReadLine } from "./line.ts";
import { segmentName } from "./members.ts";

/** Why a log can't go on in the file that it ends in. */
export type Damage = "end_missing" | "foreign_lines" | "note_missing";

/** What the first entry of a file, but of the very first, says about the files of the log. The chain vouches for it. */
export interface SegmentNote {
  /** The number of the file. */
  readonly number: number;
  /** The oldest file that was kept when this one was begun, and the hash that it goes on from. */
  readonly oldest: number;
  readonly oldestPrevHash: string;
  /** Why this file was begun before the one before it was full. */
  readonly after?: Damage | undefined;
}

export function printSegmentNote({ number, oldest, oldestPrevHash, after }: SegmentNote): Json {
  return { number, oldest, oldest_prev_hash: oldestPrevHash, ...(after !== undefined && { after }) };
}

/** The note in an entry; undefined where it has none. */
export function segmentNoteIn({ members }: ReadLine): SegmentNote | undefined {
  const { number, oldest, oldest_prev_hash: oldestPrevHash, after } = (members[segmentName] ?? {}) as Record<string, unknown>;
  if (typeof number !== "number" || typeof oldest !== "number" || typeof oldestPrevHash !== "string") return undefined;
  return { number, oldest, oldestPrevHash, after: after as Damage | undefined };
}
