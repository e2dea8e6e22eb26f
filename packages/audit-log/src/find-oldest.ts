import { genesis, readLine, type LogLine } from "./line.ts";
import { openSegment, type LogFiles } from "./log-files.ts";
import { readLines } from "./read-lines.ts";
import { readSegmentInfo } from "./segment-info.ts";

/** Finds the oldest file that a log must have, according to the newest file that states it. */
export async function findOldest(
  files: LogFiles,
  numbers: readonly number[],
): Promise<{ readonly number: number; readonly prevHash: string }> {
  for (const number of numbers.toReversed()) {
    const line = await readFirstLine(files, number);
    const info = line?.hasValidHash === true ? readSegmentInfo(line) : undefined;
    if (info !== undefined) return { number: info.oldest, prevHash: info.oldestPrevHash };
  }
  return { number: 1, prevHash: genesis };
}

/** Reads the first line of a file; undefined if it is not an entry. */
export async function readFirstLine(files: LogFiles, number: number): Promise<LogLine | undefined> {
  const segment = await openSegment(files, number);
  if (segment === undefined) return undefined;
  try {
    for await (const { bytes } of readLines(segment.handle)) return readLine(bytes);
    return undefined;
  } finally {
    await segment.handle.close();
  }
}
