import { basename, dirname, extname, join } from "node:path";
import { failureOf, isMissing, listDirectory, openIn, openRoot, type OpenFile, type Root } from "@precept/files";
import { readLine } from "./line.ts";
import { readLines } from "./read-lines.ts";
import { readSegmentInfo } from "./segment-info.ts";

/** The files of one log: the current file, full files, and the end marker. */
export interface LogFiles {
  /** Confines file access. */
  readonly root: Root;
  readonly dir: string;
  /** The file that entries are appended to. */
  readonly current: string;
  /** The end marker. */
  readonly head: string;
  fullPath(number: number): string;
  /** Lists the numbers of the full files, ascending. */
  listFull(): Promise<readonly number[]>;
}

/** Returns the files of a log. @param path the current file. @param root default: the directory of the file. */
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
    fullPath: (number) => join(dir, `${prefix}${String(number).padStart(6, "0")}${extension}`),
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

export interface OpenSegment {
  readonly number: number;
  readonly path: string;
  readonly handle: OpenFile;
}

/** Opens the current file; undefined if it is missing or empty. @throws PreceptError `STORE_FAILED` */
export async function openCurrent(files: LogFiles): Promise<OpenSegment | undefined> {
  const handle = await openIfExists(files, files.current);
  if (handle === undefined) return undefined;
  try {
    for await (const { bytes } of readLines(handle)) {
      return { number: numberIn(bytes) ?? ((await files.listFull()).at(-1) ?? 0) + 1, path: files.current, handle };
    }
  } catch (error) {
    await handle.close();
    throw failureOf("audit", "read", files.current, error);
  }
  await handle.close();
  return undefined;
}

/** Opens the file with a number. Tries twice, since the current file may become full and be renamed meanwhile. */
export async function openSegment(files: LogFiles, number: number): Promise<OpenSegment | undefined> {
  for (const isLastTry of [false, true]) {
    const path = files.fullPath(number);
    const handle = await openIfExists(files, path);
    if (handle !== undefined) return { number, path, handle };
    if (isLastTry) return undefined;
    const current = await openCurrent(files);
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

/** Reads a file's number from its first line; undefined if that was tampered with. The first file has no number. */
function numberIn(bytes: Buffer): number | undefined {
  const line = readLine(bytes);
  return line?.hasValidHash === true ? (readSegmentInfo(line)?.number ?? 1) : undefined;
}
