import type { OpenFile } from "@precept/files";
import { maxLineBytes } from "./line.ts";

/** A line of a file, without its line break. */
export interface FileLine {
  /** Of a line that is too long, its beginning. */
  readonly bytes: Buffer;
  /** Where in the file it begins, and where the next one does. */
  readonly start: number;
  readonly end: number;
  /** Whether a line break ends it. */
  readonly isComplete: boolean;
}

const chunkSize = 64 * 1024;
const lineBreak = 0x0a;

/** Reads the lines of a file as it is now, never more of it at once than the longest line. */
export async function* readLines(handle: OpenFile, from = 0): AsyncGenerator<FileLine> {
  let held: Buffer[] = [];
  let heldLength = 0;
  let start = from;
  let position = from;
  for (;;) {
    // A new one each time: what was yielded is still looked at.
    const { bytesRead, buffer } = await handle.read(Buffer.allocUnsafe(chunkSize), 0, chunkSize, position);
    if (bytesRead === 0) break;
    const chunk = buffer.subarray(0, bytesRead);
    let rest = 0;
    for (let at = chunk.indexOf(lineBreak); at !== -1; at = chunk.indexOf(lineBreak, rest)) {
      const end = position + at + 1;
      const last = chunk.subarray(rest, at);
      yield { bytes: held.length === 0 ? last : Buffer.concat([...held, last]), start, end, isComplete: true };
      held = [];
      heldLength = 0;
      start = end;
      rest = at + 1;
    }
    if (rest < chunk.length && heldLength <= maxLineBytes) {
      held.push(chunk.subarray(rest));
      heldLength += chunk.length - rest;
    }
    position += bytesRead;
  }
  if (position > start) yield { bytes: Buffer.concat(held), start, end: position, isComplete: false };
}
