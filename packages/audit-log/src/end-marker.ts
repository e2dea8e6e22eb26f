import { setTimeout } from "node:timers/promises";
import { readFileIn, sha256, type OpenFile } from "@precept/files";
import type { LogFiles } from "./log-files.ts";

/** The end of a log. Stored in the end marker, a separate file, so that a missing end is detected. */
export interface LogEnd {
  /** The number of the last file. */
  readonly segment: number;
  /** The number of acknowledged bytes in the last file. */
  readonly size: number;
  /** The hash of the last entry; zeros if there is none. */
  readonly hash: string;
  /** The id of the last entry; empty if there is none. */
  readonly logId: string;
}

/** The size of a disk sector, which disks write atomically, in bytes. */
const markerBytes = 512;

/** Reads the end marker; undefined if it is missing or invalid. */
export async function readEnd({ root, head }: LogFiles): Promise<LogEnd | undefined> {
  for (let tries = 3; ; tries -= 1) {
    const content = await readFileIn(root, head, { maxBytes: markerBytes, links: "none" });
    if (content.kind === "missing") return undefined;
    if (content.kind === "refused" || content.kind === "unreadable") throw content.error;
    const end = content.kind === "bytes" ? parseEnd(content.bytes.toString("utf8")) : undefined;
    if (end !== undefined || tries === 0) return end;
    // Another process may be writing it.
    await setTimeout(5);
  }
}

/** Overwrites the end marker in place: replacing the file would take several times as long. */
export async function writeEnd(marker: OpenFile, end: LogEnd): Promise<void> {
  const { segment, size, hash, logId } = end;
  const text = JSON.stringify({ segment, size, hash, log_id: logId, check: checksumOf(end) });
  await marker.write(`${text.padEnd(markerBytes - 1)}\n`, 0);
}

function parseEnd(text: string): LogEnd | undefined {
  try {
    const { segment, size, hash: last, log_id: logId, check } = JSON.parse(text) as Record<string, unknown>;
    const end = { segment, size, hash: last, logId } as LogEnd;
    return check === checksumOf(end) ? end : undefined;
  } catch {
    return undefined;
  }
}

function checksumOf({ segment, size, hash: last, logId }: LogEnd): string {
  return sha256(JSON.stringify([segment, size, last, logId])).slice(0, 16);
}
