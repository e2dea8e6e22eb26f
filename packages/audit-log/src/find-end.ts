import { openIn, statusIn } from "@precept/files";
import { readEnd, type LogEnd } from "./head.ts";
import { genesis, readLine } from "./line.ts";
import { openCurrent, openSegment, type LogFiles } from "./log-files.ts";
import { readLines } from "./read-lines.ts";
import type { Damage } from "./segment-info.ts";

/** Where the next entry goes. */
export interface FoundEnd extends LogEnd {
  /** What is wrong with the file it should go to. */
  readonly damage?: Damage;
}

/**
 * Finds out where a log ends, and cuts off the beginning of a line that a killed process left. Call it while nobody else may write.
 *
 * Lines behind the marker end were written by a process that was killed before it could note them: they are part of the log, if they are whole
 * and follow it.
 *
 * @param assertHeld called before anything is cut off. It throws if another process writes the log by now.
 */
export async function findEnd(files: LogFiles, assertHeld: () => void): Promise<FoundEnd> {
  const marker = await readEnd(place);
  if (marker === undefined) return findEndWithoutMarker(place);
  const size = sizeOf(place, place.current);
  const isFull = sizeOf(place, place.full(marker.segment)) !== undefined;
  if (!isFull && (size ?? 0) === marker.size) return marker;
  let end: FoundEnd = marker;
  for (let number = marker.segment; ; number += 1) {
    const from = number === marker.segment ? marker : { ...end, segment: number, size: 0 };
    const isLast = sizeOf(place, place.full(number)) === undefined;
    const path = isLast ? place.current : place.full(number);
    if (isLast && size === undefined) return from.size > 0 ? { ...from, damage: "end_missing" } : from;
    end = await readEndFrom(place, path, from, isLast, assertHeld);
    if (isLast || end.damage !== undefined) return end;
  }
}

/** The first note is made before the first entry: where there are entries and no note, somebody took it away. */
async function findEndWithoutMarker(files: LogFiles): Promise<FoundEnd> {
  const current = await openCurrent(place);
  await current?.handle.close();
  const numbers = await place.listFull();
  const newest = current?.number ?? numbers.at(-1);
  if (newest === undefined) return { segment: 1, size: 0, hash: genesis, logId: "" };
  const damage = "note_missing";
  let end: FoundEnd = { segment: newest, size: 0, hash: genesis, logId: "", damage };
  const segment = await openSegment(place, newest);
  if (segment === undefined) return end;
  try {
    for await (const { bytes, end: size, isComplete } of readLines(segment.handle)) {
      const line = isComplete ? readLine(bytes) : undefined;
      if (line !== undefined) end = { segment: newest, size, hash: line.hash, logId: line.logId, damage };
    }
    return end;
  } finally {
    await segment.handle.close();
  }
}

async function readEndFrom(
  { root }: LogFiles,
  path: string,
  from: LogEnd,
  isLast: boolean,
  assertHeld: () => void,
): Promise<FoundEnd> {
  await using handle = await openIn(root, path, "update", { links: "none" });
  const { size } = await handle.stat();
  if (size < from.size) return { ...from, damage: "end_missing" };
  let end = from;
  const { segment } = from;
  for await (const { bytes, start, end: next, isComplete } of readLines(handle, from.size)) {
    if (!isComplete && isLast) {
      assertHeld();
      await handle.truncate(start);
      break;
    }
    const line = isComplete ? readLine(bytes) : undefined;
    if (line === undefined || !line.hasValidHash || line.prevHash !== end.hash) return { ...end, damage: "foreign_lines" };
    end = { segment, size: next, hash: line.hash, logId: line.logId };
  }
  return end;
}

function sizeOf({ root }: LogFiles, path: string): number | undefined {
  return statusIn(root, path, "none")?.size;
}
