import { basename, dirname, extname, join } from "node:path";
import { failureOf, isMissing, listDirectory, openIn, openRoot, type OpenFile, type Root } from "@precept/files";
import { readLine } from "./line.ts";
import { readLines } from "./read-lines.ts";
import { segmentNoteIn } from "./segment-note.ts";

/** Where one log is: the file that is being written, the full ones beside it, and the note of where it ends. */
export interface LogPlace {
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
export function placeOf(path: string, root: Root = openRoot(dirname(path))): LogPlace {
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

/** The file that is being written; undefined if there is none or it is empty. @throws PreceptError `STORE_FAILED` */
export async function openCurrent(place: LogPlace): Promise<OpenSegment | undefined> {
  const handle = await openIfThere(place, place.current);
  if (handle === undefined) return undefined;
  try {
    for await (const { bytes } of readLines(handle)) {
      return { number: numberIn(bytes) ?? ((await place.listFull()).at(-1) ?? 0) + 1, path: place.current, handle };
    }
  } catch (error) {
    await handle.close();
    throw failureOf("audit", "read", place.current, error);
  }
  await handle.close();
  return undefined;
}

/** The file with a number. It may become full, and get its other name, at any moment. */
export async function openSegment(place: LogPlace, number: number): Promise<OpenSegment | undefined> {
  for (const isLastTry of [false, true]) {
    const path = place.full(number);
    const handle = await openIfThere(place, path);
    if (handle !== undefined) return { number, path, handle };
    if (isLastTry) return undefined;
    const current = await openCurrent(place);
    if (current?.number === number) return current;
    await current?.handle.close();
  }
}

async function openIfThere({ root }: LogPlace, path: string): Promise<OpenFile | undefined> {
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
  return line?.isGenuine === true ? (segmentNoteIn(line)?.number ?? 1) : undefined;
}
