import { pushAll, type Cancellable } from "@precept/core";
import type { LogEntry, RecordKind } from "./entry.ts";
import { toEntry } from "./fields.ts";
import type { LogLine } from "./line.ts";
import type { LogFiles } from "./log-files.ts";
import { listSegments, readEntries, readSegment } from "./read-entries.ts";

/** Selects the entries that match all of these conditions. */
export interface EntryFilter {
  /** At or after this time. */
  readonly since?: Date;
  /** Before this time. */
  readonly until?: Date;
  readonly ruleId?: string;
  readonly priority?: string;
  readonly handler?: string;
  readonly phase?: string;
  readonly action?: string;
  /** The session of the agent. */
  readonly session?: string;
}

export async function* listEntries<LogRecord>(
  files: LogFiles,
  kind: RecordKind,
  { signal, ...filter }: EntryFilter & Cancellable = {},
): AsyncGenerator<LogEntry<LogRecord>> {
  for await (const line of readEntries(files, { segment: 0, offset: 0 }, signal)) {
    const entry = toEntry<LogRecord>(line, kind);
    if (matches(entry, filter)) yield entry;
  }
}

/** Returns the last entries, oldest first. Reads only as many files as needed, from the newest back. */
export async function readTail<LogRecord>(
  files: LogFiles,
  kind: RecordKind,
  count: number,
): Promise<readonly LogEntry<LogRecord>[]> {
  const found: LogLine[] = [];
  const numbers = await listSegments(files);
  for (const number of numbers.toReversed()) {
    if (found.length >= count) break;
    const lines = await lastOf(readSegment(files, { segment: number, offset: 0 }), count - found.length);
    // Newest first, like the files.
    pushAll(found, lines.toReversed());
  }
  return found.toReversed().map((line) => toEntry<LogRecord>(line, kind));
}

/** Returns the last items, in order. */
export async function lastOf<Item>(items: AsyncIterable<Item>, count: number): Promise<Item[]> {
  const last: Item[] = [];
  for await (const item of items) {
    last.push(item);
    if (last.length >= 2 * count) last.splice(0, last.length - count);
  }
  return last.slice(-count);
}

/** Whether an entry matches all conditions of a filter. */
export function matches(entry: object, { since, until, session, ruleId: rule_id, ...wanted }: EntryFilter): boolean {
  const values = entry as Readonly<Record<string, unknown>>;
  const time = Date.parse(String(values["timestamp"]));
  if (since !== undefined && !(time >= since.getTime())) return false;
  if (until !== undefined && !(time < until.getTime())) return false;
  if (session !== undefined && fieldOf(values["further"], "session") !== session) return false;
  return Object.entries({ ...wanted, rule_id }).every(([name, value]) => value === undefined || values[name] === value);
}

function fieldOf(value: unknown, name: string): unknown {
  return typeof value === "object" && value !== null ? (value as Readonly<Record<string, unknown>>)[name] : undefined;
}
