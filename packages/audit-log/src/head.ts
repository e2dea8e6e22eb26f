import { hash } from "node:crypto";
import { setTimeout } from "node:timers/promises";
import { readFileIn, type OpenFile } from "@precept/files";
import type { LogFiles } from "./log-files.ts";

/** Where a log ends. It is marker beside the log, so that it is seen when the end of the log is gone. */
export interface LogEnd {
  /** The number of the file. */
  readonly segment: number;
  /** How many bytes of the file are acknowledged. */
  readonly size: number;
  /** Of the last entry; zeros where there is none. */
  readonly hash: string;
  /** Of the last entry; empty where there is none. */
  readonly logId: string;
}

/** One sector of any disk: it is written whole or not at all. */
const noteLength = 512;

/** The end that was marker last; undefined where there is no note, or it is not one of ours. */
export async function readEnd({ root, head }: LogFiles): Promise<LogEnd | undefined> {
  for (let tries = 3; ; tries -= 1) {
    const content = await readFileIn(root, head, { maxBytes: noteLength, links: "none" });
    if (content.kind === "missing") return undefined;
    if (content.kind === "refused" || content.kind === "unreadable") throw content.error;
    const end = content.kind === "bytes" ? parseEnd(content.bytes.toString("utf8")) : undefined;
    if (end !== undefined || tries === 0) return end;
    // Somebody may be writing it in this moment.
    await setTimeout(5);
  }
}

/** Notes the end in place: a file that is put in its stead would cost several times as much. */
export async function writeEnd(note: OpenFile, end: LogEnd): Promise<void> {
  const text = JSON.stringify({ segment: end.segment, size: end.size, hash: end.hash, log_id: end.logId, check: checkOf(end) });
  await note.write(`${text.padEnd(noteLength - 1)}\n`, 0);
}

function parseEnd(text: string): LogEnd | undefined {
  try {
    const { segment, size, hash: last, log_id: logId, check } = JSON.parse(text) as Record<string, unknown>;
    const end = { segment, size, hash: last, logId } as LogEnd;
    return check === checkOf(end) ? end : undefined;
  } catch {
    return undefined;
  }
}

function checkOf({ segment, size, hash: last, logId }: LogEnd): string {
  return hash("sha256", JSON.stringify([segment, size, last, logId])).slice(0, 16);
}
