import { openIn, statusIn } from "@precept/files";
import { readEnd, type LogEnd } from "./end-marker.ts";
import { genesis, readLine } from "./line.ts";
import { openCurrent, openSegment, type LogFiles } from "./log-files.ts";
import { readLines } from "./read-lines.ts";
import type { Damage } from "./segment-info.ts";

/** The end of a log, where the next entry is appended. */
export interface FoundEnd extends LogEnd {
  /** Why the current file cannot be appended to. */
  readonly damage?: Damage;
}

/**
 * Finds the end of a log, and truncates an incomplete line that a killed process left. The caller holds the lock of the
 * log.
 *
 * A process may have been killed before it updated the end marker. Lines after the marker are part of the log if they
 * are complete and continue the chain.
 *
 * @param assertHeld called before truncating. It throws if another process has taken over the lock.
 */
export async function findEnd(files: LogFiles, assertHeld: () => void): Promise<FoundEnd> {
  const marker = await readEnd(files);
  if (marker === undefined) return findEndWithoutMarker(files);
  const size = sizeOf(files, files.current);
  const isFull = sizeOf(files, files.fullPath(marker.segment)) !== undefined;
  if (!isFull && (size ?? 0) === marker.size) return marker;
  let end: FoundEnd = marker;
  for (let number = marker.segment; ; number += 1) {
    const from = number === marker.segment ? marker : { ...end, segment: number, size: 0 };
    const isLast = sizeOf(files, files.fullPath(number)) === undefined;
    const path = isLast ? files.current : files.fullPath(number);
    if (isLast && size === undefined) return from.size > 0 ? { ...from, damage: "end_missing" } : from;
    end = await readEndFrom(files, path, from, isLast, assertHeld);
    if (isLast || end.damage !== undefined) return end;
  }
}

/** Finds the end of a log without an end marker. If there are entries, the marker was removed: it is written first. */
async function findEndWithoutMarker(files: LogFiles): Promise<FoundEnd> {
  const current = await openCurrent(files);
  await current?.handle.close();
  const numbers = await files.listFull();
  const newest = current?.number ?? numbers.at(-1);
  if (newest === undefined) return { segment: 1, size: 0, hash: genesis, logId: "" };
  const damage = "note_missing";
  let end: FoundEnd = { segment: newest, size: 0, hash: genesis, logId: "", damage };
  const segment = await openSegment(files, newest);
  if (segment === undefined) return end;
  await using handle = segment.handle;
  for await (const { bytes, end: size, isComplete } of readLines(handle)) {
    const line = isComplete ? readLine(bytes) : undefined;
    if (line !== undefined) end = { segment: newest, size, hash: line.hash, logId: line.logId, damage };
  }
  return end;
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
