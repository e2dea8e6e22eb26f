import type { DirectoryStatus } from "./directory-lister.ts";
import type { SearchedDirectory, SearchResult } from "./search-directories.ts";

// The file of a remembered search, in the byte order of the machine:
//
//   3 numbers (32 bits)   the checksum of all that follows, and the sizes in bytes of the two texts
//   1 text                the header as JSON, padded with spaces
//   1 text                the paths of the directories, parents first, each ended by a zero byte, padded with zero bytes
//   3 numbers (64 bits)   for each directory: change time, inode, device
//
// Reading JSON of the same content takes five times as long, and most processes read the file only to compare the numbers.

/** What a search of a project found, and the status that its directories had before they were listed. */
export interface RememberedSearch {
  /** Relative to the project, parents first. The project itself is the empty string. */
  readonly paths: readonly string[];
  /** The change time, inode and device of each directory. The change time is -1 for a directory to list again. */
  readonly numbers: Float64Array;
  readonly header: MemoryHeader;
}

interface MemoryHeader {
  /** What the search depends on besides the directories. */
  readonly key: string;
  /** The positions of the directories that contain names that were looked for, and these names. */
  readonly named: readonly (readonly [at: number, names: readonly string[]])[];
  /** The positions of the directories with subdirectories that were not searched, and the names of these. */
  readonly unsearched: readonly (readonly [at: number, names: readonly string[]])[];
  readonly firstBeyondCount?: string | undefined;
  readonly firstBeyondDepth?: string | undefined;
}

/** The size of a block of numbers at the start of the file, in bytes. It is a multiple of 8, so that the numbers of 64 bits are aligned. */
const startBytes = 16;

/** Prints the result of a search for a file. */
export function printSearch({ directories, firstBeyondCount, firstBeyondDepth }: SearchResult, key: string): Uint8Array {
  const named: [number, readonly string[]][] = [];
  const unsearched: [number, readonly string[]][] = [];
  const numbers = new Float64Array(directories.size * 3);
  let at = 0;
  for (const [path, { names, subdirectories, status }] of directories) {
    if (names.size > 0) named.push([at, [...names]]);
    const missing = subdirectories.filter((name) => !directories.has(path === "" ? name : `${path}/${name}`));
    if (missing.length > 0) unsearched.push([at, missing]);
    numbers.set(status ?? [-1, 0, 0], at * 3);
    at += 1;
  }
  const header: MemoryHeader = { key, named, unsearched, firstBeyondCount, firstBeyondDepth };
  const headerBytes = padded(JSON.stringify(header), " ");
  const pathBytes = padded([...directories.keys()].map((path) => `${path}\0`).join(""), "\0");
  const bytes = Buffer.alloc(startBytes + headerBytes.length + pathBytes.length + numbers.byteLength);
  headerBytes.copy(bytes, startBytes);
  pathBytes.copy(bytes, startBytes + headerBytes.length);
  Buffer.from(numbers.buffer).copy(bytes, startBytes + headerBytes.length + pathBytes.length);
  const start = new Uint32Array(bytes.buffer, bytes.byteOffset, 3);
  start.set([headerBytes.length, pathBytes.length], 1);
  start[0] = checksum(bytes);
  return bytes;
}

/** Reads a printed search. @returns undefined if it is damaged, or of a search with another key. */
export function parseSearch(file: Buffer, key: string): RememberedSearch | undefined {
  if (file.length < startBytes || file.length % 8 !== 0) return undefined;
  // A copy that is aligned, unless the file is.
  const bytes = file.byteOffset % 8 === 0 ? file : Buffer.from(new Uint8Array(file).buffer);
  const [expected = 0, headerLength = 0, pathLength = 0] = new Uint32Array(bytes.buffer, bytes.byteOffset, 3);
  const pathsAt = startBytes + headerLength;
  const numbersAt = pathsAt + pathLength;
  if (numbersAt > bytes.length || numbersAt % 8 !== 0 || checksum(bytes) !== expected) return undefined;
  try {
    const header = JSON.parse(bytes.toString("utf8", startBytes, pathsAt)) as MemoryHeader;
    if (header.key !== key) return undefined;
    const numbers = new Float64Array(bytes.buffer, bytes.byteOffset + numbersAt, (bytes.length - numbersAt) / 8);
    const paths = bytes.toString("utf8", pathsAt, numbersAt).split("\0", numbers.length / 3);
    return paths.length * 3 === numbers.length ? { paths, numbers, header } : undefined;
  } catch {
    return undefined;
  }
}

/** Returns the directories of a remembered search. */
export function directoriesOf({ paths, numbers, header }: RememberedSearch): ReadonlyMap<string, SearchedDirectory> {
  const named = new Map(header.named);
  const unsearched = new Map(header.unsearched);
  const subdirectories = new Map<string, string[]>();
  return new Map(
    paths.map((path, at) => {
      const own = [...(unsearched.get(at) ?? [])];
      subdirectories.set(path, own);
      const end = path.lastIndexOf("/");
      if (path !== "") subdirectories.get(path.slice(0, Math.max(end, 0)))?.push(path.slice(end + 1));
      const status: DirectoryStatus = [numbers[at * 3] ?? -1, numbers[at * 3 + 1] ?? 0, numbers[at * 3 + 2] ?? 0];
      return [path, { names: new Set(named.get(at)), subdirectories: own, status }];
    }),
  );
}

/** Sums up all words of the file but the first. Recognises damage, not intent: only the user can write the file. */
function checksum(bytes: Buffer): number {
  const words = new Uint32Array(bytes.buffer, bytes.byteOffset, bytes.length / 4);
  let sum = words.length;
  for (let at = 1; at < words.length; at += 1) sum = Math.imul(sum ^ (words[at] ?? 0), 0x01_00_01_93);
  return sum >>> 0;
}

function padded(text: string, fill: string): Buffer {
  const length = Buffer.byteLength(text);
  return Buffer.from(text + fill.repeat((8 - (length % 8)) % 8));
}
