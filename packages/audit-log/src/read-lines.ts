import type { OpenFile } from "@precept/files";
import { maxLineBytes } from "./line.ts";

/** A line of a file, without its line break. */
export interface FileLine {
  /** For a line that is too long, only its beginning. */
  readonly bytes: Buffer;
  readonly start: number;
  /** The offset of the next line. */
  readonly end: number;
  /** Whether a line break terminates it. */
  readonly isComplete: boolean;
}

const chunkSize = 64 * 1024;
const lineBreak = 0x0a;

/** Yields the lines of a file. Holds at most one line in memory. */
export async function* readLines(handle: OpenFile, from = 0): AsyncGenerator<FileLine> {
  let held: Buffer[] = [];
  let heldLength = 0;
  let start = from;
  let position = from;
  for (;;) {
    // A new buffer each time: callers may still use the lines that were yielded.
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
