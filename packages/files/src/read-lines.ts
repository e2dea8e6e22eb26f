import { openIn, type ReadOptions } from "./read-file.ts";
import type { Root } from "./root.ts";

export interface ReadLinesOptions extends Pick<ReadOptions, "links"> {
  /** The maximum length of a line, in bytes. A longer one is not read. */
  readonly maxLineBytes: number;
}

/** How much is read at a time, in bytes. */
const chunkBytes = 65_536;

const lineFeed = 0x0a;

/**
 * Reads a file line by line, so that a large file needs no more memory than its longest line.
 *
 * @returns the lines without their ends. Undefined for a line that is too long.
 * @throws the system's error if the file cannot be opened or read.
 */
export async function* readLinesIn(
  root: Root,
  path: string,
  { maxLineBytes, links = "inside" }: ReadLinesOptions,
): AsyncGenerator<string | undefined, void, undefined> {
  await using handle = await openIn(root, path, "read", { links });
  if (!(await handle.stat()).isFile()) return;
  const buffer = Buffer.allocUnsafe(chunkBytes);
  let parts: Buffer[] = [];
  let length = 0;
  const add = (part: Buffer): void => {
    length += part.length;
    if (length > maxLineBytes) parts = [];
    // A copy, since the next chunk is read into the same buffer.
    else parts.push(Buffer.from(part));
  };
  const take = (): string | undefined => {
    const line = length > maxLineBytes ? undefined : Buffer.concat(parts).toString("utf8");
    parts = [];
    length = 0;
    return line;
  };
  for (;;) {
    const { bytesRead } = await handle.read(buffer, 0, chunkBytes, null);
    if (bytesRead === 0) break;
    let start = 0;
    for (let end = buffer.indexOf(lineFeed); end !== -1 && end < bytesRead; end = buffer.indexOf(lineFeed, start)) {
      add(buffer.subarray(start, end));
      yield take();
      start = end + 1;
    }
    add(buffer.subarray(start, bytesRead));
  }
  if (length > 0) yield take();
}
