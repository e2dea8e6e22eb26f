import type { Cancellable } from "@precept/core";
import type { LogEntry, RecordKind } from "./entry.ts";
import { toEntry } from "./fields.ts";
import type { LogFiles } from "./log-files.ts";
import { listSegments, readEntries, readSegment } from "./read-entries.ts";

/** Which entries are wanted: those to which all of it applies. */
export interface EntryFilter {
  /** Not before this moment. */
  readonly since?: Date;
  /** Before this moment. */
  readonly until?: Date;
  readonly ruleId?: string;
  readonly priority?: string;
  readonly handler?: string;
  readonly phase?: string;
  readonly action?: string;
}

/** Reads a log from its beginning, entry by entry. */
export async function* listEntries<LogRecord>(
  files: LogFiles,
  kind: RecordKind,
  { signal, ...filter }: EntryFilter & Cancellable = {},
): AsyncGenerator<LogEntry<LogRecord>> {
  for await (const line of readEntries(place, { segment: 0, offset: 0 }, signal)) {
    const entry = toEntry<LogRecord>(line, kind);
    if (passes(entry, filter)) yield entry;
  }
}

/** The last entries, the oldest of them first. Files are read from the newest back, and no further than needed. */
export async function readTail<LogRecord>(
  files: LogFiles,
  kind: RecordKind,
  count: number,
): Promise<readonly LogEntry<LogRecord>[]> {
  const found: LogEntry<LogRecord>[] = [];
  const numbers = await listSegments(place);
  for (const number of numbers.toReversed()) {
    if (found.length >= count) break;
    found.unshift(...(await readLast<LogRecord>(place, kind, number, count - found.length)));
  }
  return found;
}

async function readLast<LogRecord>(
  files: LogFiles,
  kind: RecordKind,
  number: number,
  count: number,
): Promise<LogEntry<LogRecord>[]> {
  const kept: LogEntry<LogRecord>[] = [];
  for await (const line of readSegment(place, { segment: number, offset: 0 })) {
    kept.push(toEntry(line, kind));
    if (kept.length >= 2 * count) kept.splice(0, kept.length - count);
  }
  return kept.slice(-count);
}

function passes(entry: object, { since, until, ruleId: rule_id, ...wanted }: EntryFilter): boolean {
  const values = entry as Readonly<Record<string, unknown>>;
  const time = Date.parse(String(values["timestamp"]));
  if (since !== undefined && !(time >= since.getTime())) return false;
  if (until !== undefined && !(time < until.getTime())) return false;
  return Object.entries({ ...wanted, rule_id }).every(([name, value]) => value === undefined || values[name] === value);
}
