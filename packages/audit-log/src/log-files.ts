import { basename, dirname, extname, join } from "node:path";
import { isMissing, listDirectory, openIn, openRoot, type OpenFile, type Root } from "@precept/files";
import { readLine } from "./line.ts";
import { readLines } from "./read-lines.ts";
import { readSegmentInfo } from "./segment-info.ts";

/** Where one log is: the file that is being written, the full ones beside it, and the note of where it ends. */
export interface LogFiles {
  /** What its files may not leave. */
  readonly root: Root;
  readonly dir: string;
  readonly current: string;
  readonly head: string;
  /** The file with this number, once it is full. */
  full(number: number): string;
  /** The numbers of the full files, ascending. */
  listFull(): Promise<readonly number[]>;
}

/**
 * @param path of the file that is being written.
 * @param root default: the directory of the file.
 */
export function logFilesAt(path: string, root: Root = openRoot(dirname(path))): LogFiles {
  const dir = dirname(path);
  const extension = extname(path);
  const stem = basename(path, extension);
  const prefix = `${stem}.`;
  return {
    root,
    dir,
    current: path,
    head: `${path}.head`,
    full: (number) => join(dir, `${prefix}${String(number).padStart(6, "0")}${extension}`),
    async listFull() {
      const entries = await listDirectory(root, dir, "none").catch((error: unknown) => {
        if (isMissing(error)) return [];
        throw error;
      });
      return entries
        .map(({ name }) => name)
        .filter((name) => name.startsWith(prefix) && name.endsWith(extension))
        .map((name) => name.slice(prefix.length, -extension.length))
        .filter((number) => /^\d{6,15}$/.test(number))
        .map(Number)
        .toSorted((a, b) => a - b);
    },
  };
}

/** A file of a log, open for reading. */
export interface OpenSegment {
  readonly number: number;
  readonly path: string;
  readonly handle: OpenFile;
}

/** The file that is being written; undefined where there is none, or nothing in it. */
export async function openCurrent(files: LogFiles): Promise<OpenSegment | undefined> {
  const handle = await openIfExists(place, place.current);
  if (handle === undefined) return undefined;
  for await (const { bytes } of readLines(handle)) {
    return { number: numberIn(bytes) ?? ((await place.listFull()).at(-1) ?? 0) + 1, path: place.current, handle };
  }
  await handle.close();
  return undefined;
}

/** The file with a number. It may become full, and get its other name, at any moment. */
export async function openSegment(files: LogFiles, number: number): Promise<OpenSegment | undefined> {
  for (const isLastTry of [false, true]) {
    const path = place.full(number);
    const handle = await openIfExists(place, path);
    if (handle !== undefined) return { number, path, handle };
    if (isLastTry) return undefined;
    const current = await openCurrent(place);
    if (current?.number === number) return current;
    await current?.handle.close();
  }
}

async function openIfExists({ root }: LogFiles, path: string): Promise<OpenFile | undefined> {
  try {
    return await openIn(root, path, "read", { links: "none" });
  } catch (error) {
    if (isMissing(error)) return undefined;
    throw error;
  }
}

/** What the first line of a file says about its number; nothing where it was tampered with. The first file says none. */
function numberIn(bytes: Buffer): number | undefined {
  const line = readLine(bytes);
  return line?.hasValidHash === true ? (readSegmentInfo(line)?.number ?? 1) : undefined;
}
