import type { CancelSignal } from "@precept/core";
import { readLine, type LogLine } from "./line.ts";
import { openCurrent, openSegment, type LogFiles } from "./log-files.ts";
import { readLines } from "./read-lines.ts";

/** A position in a log. Reading moves it. */
export interface LogCursor {
  /** The number of the file. */
  segment: number;
  /** The position in the file, in bytes. */
  offset: number;
}

/** Lists the numbers of all files of a log, ascending. The last one may be the current file. */
export async function listSegments(files: LogFiles): Promise<readonly number[]> {
  // In this order, so that a file that is renamed in between is found under its new name.
  const current = await openCurrent(files);
  await current?.handle.close();
  const full = await files.listFull();
  return current === undefined || full.includes(current.number) ? full : [...full, current.number];
}

/** Reads the entries from a cursor to the current end of the log. Skips lines that are not entries. */
export async function* readEntries(files: LogFiles, cursor: LogCursor, signal?: CancelSignal): AsyncGenerator<LogLine> {
  for (;;) {
    signal?.throwIfAborted();
    // Before reading: if a later file exists, this one gets no more entries.
    const next = (await listSegments(files)).find((number) => number > cursor.segment);
    yield* readSegment(files, cursor, signal);
    if (next === undefined) return;
    cursor.segment = next;
    cursor.offset = 0;
  }
}

export async function* readSegment(files: LogFiles, cursor: LogCursor, signal?: CancelSignal): AsyncGenerator<LogLine> {
  const segment = await openSegment(files, cursor.segment);
  if (segment === undefined) return;
  await using handle = segment.handle;
  for await (const { bytes, end, isComplete } of readLines(handle, cursor.offset)) {
    signal?.throwIfAborted();
    // The line is still being written.
    if (!isComplete) break;
    cursor.offset = end;
    const line = readLine(bytes);
    if (line !== undefined) yield line;
  }
}

/** Reads the first line of a file; undefined if it is not an entry. */
export async function readFirstLine(files: LogFiles, number: number): Promise<LogLine | undefined> {
  const segment = await openSegment(files, number);
  if (segment === undefined) return undefined;
  await using handle = segment.handle;
  for await (const { bytes } of readLines(handle)) return readLine(bytes);
  return undefined;
}
