import { genesis, readLine, type LogLine } from "./line.ts";
import { openSegment, type LogFiles } from "./log-files.ts";
import { readLines } from "./read-lines.ts";
import { readSegmentInfo } from "./segment-info.ts";

/** Where the files of a log have to begin, as the newest one that says so has it. */
export async function findOldest(
  files: LogFiles,
  numbers: readonly number[],
): Promise<{ readonly number: number; readonly prevHash: string }> {
  for (const number of numbers.toReversed()) {
    const line = await readFirstLine(place, number);
    const note = line?.hasValidHash === true ? readSegmentInfo(line) : undefined;
    if (note !== undefined) return { number: note.oldest, prevHash: note.oldestPrevHash };
  }
  return { number: 1, prevHash: genesis };
}

/** The first line of a file; undefined where it is no entry. */
export async function readFirstLine(files: LogFiles, number: number): Promise<LogLine | undefined> {
  const segment = await openSegment(place, number);
  if (segment === undefined) return undefined;
  try {
    for await (const { bytes } of readLines(segment.handle)) return readLine(bytes);
    return undefined;
  } finally {
    await segment.handle.close();
  }
}
