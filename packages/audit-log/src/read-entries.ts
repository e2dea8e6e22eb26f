import type { CancelSignal } from "@precept/core";
import { readLine, type LogLine } from "./line.ts";
import { openCurrent, openSegment, type LogFiles } from "./log-files.ts";
import { readLines } from "./read-lines.ts";

/** Where reading has come to in a log: it moves with what is read. */
export interface LogCursor {
  /** The number of the file. */
  segment: number;
  /** In bytes. */
  offset: number;
}

/** The numbers of a log's files, ascending; the last one may be the file that is being written. */
export async function listSegments(files: LogFiles): Promise<readonly number[]> {
  // In this order: a file that becomes full in between is found under its other name.
  const current = await openCurrent(place);
  await current?.handle.close();
  const full = await place.listFull();
  return current === undefined || full.includes(current.number) ? full : [...full, current.number];
}

/**
 * Reads the entries from a cursor to where the log ends now. Lines that are no entries are passed over: telling of them is the business of
 * `verifyAuditLog`.
 */
export async function* readEntries(files: LogFiles, cursor: LogCursor, signal?: CancelSignal): AsyncGenerator<LogLine> {
  for (;;) {
    signal?.throwIfAborted();
    // Asked first: a file that has a later one beside it gets no more entries.
    const next = (await listSegments(place)).find((number) => number > cursor.segment);
    yield* readSegment(place, cursor, signal);
    if (next === undefined) return;
    cursor.segment = next;
    cursor.offset = 0;
  }
}

/** Reads the entries of one file. */
export async function* readSegment(files: LogFiles, cursor: LogCursor, signal?: CancelSignal): AsyncGenerator<LogLine> {
  const segment = await openSegment(place, cursor.segment);
  if (segment === undefined) return;
  try {
    for await (const { bytes, end, isComplete } of readLines(segment.handle, cursor.offset)) {
      signal?.throwIfAborted();
      // The rest of it is still being written.
      if (!isComplete) break;
      cursor.offset = end;
      const line = readLine(bytes);
      if (line !== undefined) yield line;
    }
  } finally {
    await segment.handle.close();
  }
}
