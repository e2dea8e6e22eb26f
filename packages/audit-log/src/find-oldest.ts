import { genesis, readLine, type ReadLine } from "./line.ts";
import { openSegment, type LogPlace } from "./place.ts";
import { readLines } from "./read-lines.ts";
import { segmentNoteIn } from "./segment-note.ts";

/** Where the files of a log have to begin, as the newest one that says so has it. */
export async function findOldest(
  place: LogPlace,
  numbers: readonly number[],
): Promise<{ readonly number: number; readonly prevHash: string }> {
  for (const number of numbers.toReversed()) {
    const line = await readFirstLine(place, number);
    const note = line?.isGenuine === true ? segmentNoteIn(line) : undefined;
    if (note !== undefined) return { number: note.oldest, prevHash: note.oldestPrevHash };
  }
  return { number: 1, prevHash: genesis };
}

/** The first line of a file; undefined where it is no entry. */
export async function readFirstLine(place: LogPlace, number: number): Promise<ReadLine | undefined> {
  const segment = await openSegment(place, number);
  if (segment === undefined) return undefined;
  try {
    for await (const { bytes } of readLines(segment.handle)) return readLine(bytes);
    return undefined;
  } finally {
    await segment.handle.close();
  }
}
