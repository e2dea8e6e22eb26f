import type { Json } from "@precept/core";
import type { LogLine } from "./line.ts";
import { segmentField } from "./fields.ts";

/** Why a log cannot be continued in its last file. */
export type Damage = "end_missing" | "foreign_lines" | "note_missing";

/** Describes the files of a log. The first entry of every later file contains it, protected by the hash chain. */
export interface SegmentInfo {
  /** The number of the file. */
  readonly number: number;
  /** The oldest file that was retained when this one was started. */
  readonly oldest: number;
  /** The `prev_hash` of the first entry of that file. */
  readonly oldestPrevHash: string;
  /** Why this file was started before the previous one was full. */
  readonly after?: Damage | undefined;
}

export function formatSegmentInfo({ number, oldest, oldestPrevHash, after }: SegmentInfo): Json {
  return { number, oldest, oldest_prev_hash: oldestPrevHash, ...(after !== undefined && { after }) };
}

/** Reads the description in an entry; undefined if it has none. */
export function readSegmentInfo({ fields }: LogLine): SegmentInfo | undefined {
  const { number, oldest, oldest_prev_hash: oldestPrevHash, after } = (fields[segmentField] ?? {}) as Record<string, unknown>;
  if (typeof number !== "number" || typeof oldest !== "number" || typeof oldestPrevHash !== "string") return undefined;
  return { number, oldest, oldestPrevHash, after: after as Damage | undefined };
}
