import { closeSync, constants, openSync, readSync } from "node:fs";
import { join } from "node:path";
import { existsAt, listDirectorySync, modifiedAt } from "../inspect.ts";
import { makePrivateDirectory } from "../directories.ts";
import { openRoot } from "../root.ts";
import { sha256 } from "../sha256.ts";
import { removeFile } from "../write-file.ts";
import { putFileSync } from "../write-file-sync.ts";
import { parseSection, printSection, type SnapshotEntry, type SnapshotSection } from "./section.ts";
import { isTrustedFile, isTrustedPath } from "./trusted-path.ts";

// The file starts with a line of JSON, padded with spaces to a multiple of 8 bytes. The sections follow, each padded
// with zero bytes to a multiple of 8, and each twice: comparing two copies recognises damage faster than a checksum:
// one in JavaScript takes ten times as long, and loading `node:zlib` for its `crc32` takes 3 ms.

/** The file of the user in which what is known of a project is remembered for the next process. */
export interface SnapshotLocation {
  /** The absolute directory of all snapshots. Not in the project, whose author could forge snapshots. */
  readonly dir: string;
  /** The directory of the project, absolute. */
  readonly project: string;
  /** Identifies a further file of the project, for what is written more often than the rest. Default: there is one file. */
  readonly part?: string;
  /** Identifies the code that computes what is remembered; see `buildVersion`. */
  readonly version: string;
  /** Whether nothing is written. Default false. */
  readonly readOnly?: boolean;
}

/** The parts of a snapshot. `found` repeats a little of `directories`, for processes that need no more. */
export type SectionName = "config" | "directories" | "export" | "found" | "policies" | "rules" | "search";

interface Header {
  readonly version: string;
  readonly project: string;
  readonly sections: readonly StoredSection[];
}

type StoredSection = readonly [name: string, bytes: number];

const maxHeaderBytes = 16_384;
/** The maximum size of a snapshot in bytes. A larger one is not written. */
const maxBytes = 268_435_456;
/** The age of a snapshot in milliseconds after which it is removed: 30 days. */
const maxAge = 2_592_000_000;
/** The maximum length of a file name on common systems, in bytes. */
const maxName = 255;

/** Reads a section. Undefined if it is missing, damaged, for another `key` or version, or possibly of another user. */
export function readSection(location: SnapshotLocation, name: SectionName, key: string): SnapshotSection | undefined {
  const body = readBodies(location, (one) => one === name)?.get(name);
  return body && parseSection(body, key);
}

/**
 * Replaces sections of a snapshot. Others stay if they have the same version. Errors are ignored: the next process
 * takes longer then. Of two concurrent writers, one may have to write again.
 *
 * @param key what the entries depend on besides the files.
 * @param bytes what is added to the entries of a section. Default: nothing.
 */
export async function writeSections(
  location: SnapshotLocation,
  key: string,
  replaced: Partial<Record<SectionName, readonly SnapshotEntry[]>>,
  bytes: Partial<Record<string, Uint8Array>> = {},
): Promise<void> {
  const { dir, project, version, readOnly = false } = location;
  if (readOnly) return;
  try {
    const root = openRoot(dir);
    // Nothing is written where others could replace it, or could have put files before.
    if (existsAt(dir) && !isTrustedPath(dir)) return;
    await makePrivateDirectory(root, ".");
    if (!isTrustedPath(dir)) return;
    const bodies = new Map<string, Buffer>([
      ...(readBodies(location, (name) => !Object.hasOwn(replaced, name)) ?? []),
      ...Object.entries(replaced).map(([name, entries]) => [name, pad(printSection(key, entries, bytes[name]), 0)] as const),
    ]);
    const sections = [...bodies].map(([one, body]): StoredSection => [one, body.length]);
    const header = JSON.stringify({ version, project, sections } satisfies Header);
    const copies = [...bodies.values()].flatMap((body) => [body, body]);
    const content = Buffer.concat([pad(Buffer.from(`${header}\n`), 0x20), ...copies]);
    if (content.length > maxBytes) return;
    putFileSync(root, fileNameOf(location), content, { links: "none", isPrivate: true });
    await removeOld(dir);
  } catch {
    // For example, the disk is full.
  }
}

function readBodies(location: SnapshotLocation, isWanted: (name: string) => boolean): Map<string, Buffer> | undefined {
  const path = join(location.dir, fileNameOf(location));
  let file: number | undefined;
  try {
    if (!isTrustedPath(location.dir)) return undefined;
    file = openSync(path, constants.O_RDONLY | (constants.O_NOFOLLOW ?? 0) | (constants.O_NONBLOCK ?? 0));
    if (!isTrustedFile(file)) return undefined;
    const start = readBytes(file, 0, maxHeaderBytes);
    const end = start.indexOf("\n") + 1;
    const { version, project, sections } = JSON.parse(start.toString("utf8", 0, end)) as Header;
    if (version !== location.version || project !== location.project) return undefined;
    const bodies = new Map<string, Buffer>();
    let at = padded(end);
    for (const [name, bytes] of sections) {
      const copies = isWanted(name) && bytes * 2 <= maxBytes ? readBytes(file, at, bytes * 2) : Buffer.alloc(0);
      const body = copies.subarray(0, bytes);
      if (body.length > 0 && body.equals(copies.subarray(bytes))) bodies.set(name, body);
      at += bytes * 2;
    }
    return bodies;
  } catch {
    // It is missing or damaged.
    return undefined;
  } finally {
    if (file !== undefined) closeSync(file);
  }
}

/** Reads at most this many bytes, into memory that is aligned to 8 bytes. */
function readBytes(file: number, at: number, count: number): Buffer {
  const bytes = Buffer.from(new ArrayBuffer(count));
  return bytes.subarray(0, readSync(file, bytes, 0, count, at));
}

function padded(length: number): number {
  return Math.ceil(length / 8) * 8;
}

function pad(bytes: Buffer, fill: number): Buffer {
  return Buffer.concat([bytes], padded(bytes.length)).fill(fill, bytes.length);
}

function fileNameOf({ project, part }: SnapshotLocation): string {
  // No encoded path contains a percent sign before a hyphen.
  const end = part === undefined ? "" : `%-${part}`;
  const name = encodeURIComponent(project) + end;
  return name.length <= maxName - 32 ? name : sha256(project) + end;
}

/** Removes the snapshots that no process has written for a long time: their projects are gone. */
async function removeOld(dir: string): Promise<void> {
  const root = openRoot(dir);
  for (const { name } of listDirectorySync(root, ".")) {
    if (!name.startsWith(".") && Date.now() - modifiedAt(join(dir, name)) > maxAge) await removeFile(root, name);
  }
}
