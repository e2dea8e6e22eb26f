import type { Cancellable } from "@precept/core";
import type { RecordLog } from "./audit-log.ts";
import type { LogEntry } from "./entry.ts";
import { lastOf, type EntryFilter } from "./list.ts";

/** Which page of a log to read. */
export interface PageOptions extends Cancellable {
  /** The maximum number of entries. */
  readonly limit: number;
  /** The `previous` of an earlier page with the same filter: only entries before it. Default: the last entries. */
  readonly before?: string | undefined;
}

/** A page of a log. */
export interface LogPage<LogRecord> {
  /** Oldest first. */
  readonly entries: readonly LogEntry<LogRecord>[];
  /** Pass it as `before` for older entries. Undefined if there are none. */
  readonly previous: string | undefined;
}

/** Reads the last entries that match a filter. @returns undefined if no entry that matches has the id `before`. */
export async function readPage<LogRecord>(
  log: Pick<RecordLog<LogRecord>, "list" | "tail">,
  filter: EntryFilter,
  { limit, before, signal }: PageOptions,
): Promise<LogPage<LogRecord> | undefined> {
  // Reads one more entry, to find out whether there are older ones.
  const found = await readBefore(log, filter, limit + 1, before, signal);
  if (found === undefined) return undefined;
  const entries = found.slice(-limit);
  return { entries, previous: found.length > limit ? entries[0]?.log_id : undefined };
}

async function readBefore<LogRecord>(
  log: Pick<RecordLog<LogRecord>, "list" | "tail">,
  filter: EntryFilter,
  count: number,
  before: string | undefined,
  signal: Cancellable["signal"],
): Promise<readonly LogEntry<LogRecord>[] | undefined> {
  if (before === undefined && Object.values(filter).every((value) => value === undefined)) return log.tail(count);
  let isFound = before === undefined;
  async function* earlier(): AsyncGenerator<LogEntry<LogRecord>> {
    for await (const entry of log.list({ ...filter, signal })) {
      isFound ||= entry.log_id === before;
      if (entry.log_id === before) return;
      yield entry;
    }
  }
  const last = await lastOf(earlier(), count);
  return isFound ? last : undefined;
}
