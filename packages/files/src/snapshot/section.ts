import type { FileStatus } from "./file-status.ts";

// A section, in the byte order of the machine:
//
//   4 numbers (32 bits)   the number of entries, the sizes in bytes of the key, of the paths and of the bytes
//   4 numbers (64 bits)   for each entry: its status
//   bytes                 what the writer added to the entries
//   3 texts               the key; the paths, each ended by a zero byte; a line with position and value for each value
//
// Reading JSON of the same content takes five times as long, and most readers only compare the numbers.

/** What is remembered of a path. */
export interface SnapshotEntry {
  /** A path, or another name of the value, without zero bytes. */
  readonly path: string;
  readonly status: FileStatus;
  /** A text on one line, such as JSON. Default: none. */
  readonly value?: string | undefined;
}

/** The entries of a section, decoded on first use. */
export class SnapshotSection {
  /** Four numbers for each path, see `FileStatus`. */
  readonly numbers: Float64Array;
  /** What the writer added to the entries, aligned to 8 bytes. */
  readonly bytes: Uint8Array;
  readonly #body: Buffer;
  readonly #pathsAt: number;
  readonly #valuesAt: number;

  constructor(body: Buffer, { count, bytesAt, keyAt, pathsAt, valuesAt }: Layout) {
    this.bytes = body.subarray(bytesAt, keyAt);
    this.numbers = new Float64Array(body.buffer, body.byteOffset + headBytes, count * 4);
    this.#body = body;
    this.#pathsAt = pathsAt;
    this.#valuesAt = valuesAt;
  }

  get paths(): readonly string[] {
    return this.#body.toString("utf8", this.#pathsAt, this.#valuesAt).split("\0", this.numbers.length / 4);
  }

  /** By the position of the path. */
  get values(): ReadonlyMap<number, string> {
    const lines = this.#body.toString("utf8", this.#valuesAt).split("\n").slice(0, -1);
    return new Map(lines.map((line) => [Number.parseInt(line, 10), line.slice(line.indexOf(" ") + 1)]));
  }
}

interface Layout {
  readonly count: number;
  readonly bytesAt: number;
  readonly keyAt: number;
  readonly pathsAt: number;
  readonly valuesAt: number;
}

const headBytes = 16;

/**
 * Prints a section.
 *
 * @param key what the entries depend on besides the files.
 * @param bytes what is added to the entries, such as numbers of 32 bits.
 */
export function printSection(key: string, entries: readonly SnapshotEntry[], bytes: Uint8Array = new Uint8Array(0)): Buffer {
  const texts = [
    key,
    entries.map(({ path }) => `${path}\0`).join(""),
    entries.map(({ value }, at) => (value === undefined ? "" : `${at} ${value}\n`)).join(""),
  ].map((text) => Buffer.from(text));
  const numbers = new Float64Array(entries.length * 4);
  for (const [at, { status }] of entries.entries()) numbers.set(status, at * 4);
  const head = Uint32Array.from([entries.length, ...texts.slice(0, 2).map(({ length }) => length), bytes.length]);
  return Buffer.concat([Buffer.from(head.buffer), Buffer.from(numbers.buffer), bytes, ...texts]);
}

/** Reads a section, aligned to 8 bytes. Undefined if it has another key. */
export function parseSection(body: Buffer, key: string): SnapshotSection | undefined {
  const [count = 0, keyBytes = 0, pathBytes = 0, ownBytes = 0] = new Uint32Array(body.buffer, body.byteOffset, 4);
  const bytesAt = headBytes + count * 32;
  const keyAt = bytesAt + ownBytes;
  const pathsAt = keyAt + keyBytes;
  if (body.toString("utf8", keyAt, pathsAt) !== key) return undefined;
  return new SnapshotSection(body, { count, bytesAt, keyAt, pathsAt, valuesAt: pathsAt + pathBytes });
}
