import { PreceptError, type Json } from "@precept/core";
import type { LogEntry, RecordKind } from "./entry.ts";
import type { Members, ReadLine } from "./line.ts";
import type { Mask } from "./mask.ts";
import { tame } from "./tame.ts";

type Values = Readonly<Record<string, Json | undefined>>;

/** How the first entry of a file says which file it is. */
export const segmentName = "segment";

/** What the log itself adds. */
const stamp = ["log_id", "timestamp", "prev_hash", "hash"];

/**
 * A record as it is written, but for its stamp, with nothing in it that must not be. Fields that its kind does not have are left out: what is
 * beyond it belongs into `further`.
 *
 * @throws PreceptError `AUDIT_FIELD_RESERVED` if a further field has the name of one of the log's own.
 */
export function membersOf(record: object, { fields }: RecordKind, mask: Mask): Members {
  const { further = {}, ...own } = record as Values & { readonly further?: Values };
  const members: [string, Json][] = [];
  for (const name of fields) {
    const value = own[name];
    if (value !== undefined) members.push([name, tame(value, mask)]);
  }
  const taken = new Set([...fields, ...stamp, segmentName]);
  for (const [name, value] of Object.entries(
    tame(further as Readonly<Record<string, Json>>, mask) as Readonly<Record<string, Json>>,
  )) {
    if (taken.has(name)) {
      throw new PreceptError("AUDIT_FIELD_RESERVED", { field: name });
    }
    members.push([name, value]);
  }
  return members;
}

/** What a line says, as an entry. Anybody may have written it: who has to be sure verifies the log. */
export function entryOf<LogRecord>({ members }: ReadLine, { fields }: RecordKind): LogEntry<LogRecord> {
  const own = new Set([...fields, ...stamp]);
  const entry: [string, Json][] = [];
  const further: [string, Json][] = [];
  for (const member of Object.entries(members)) {
    if (own.has(member[0])) entry.push(member);
    else if (member[0] !== segmentName) further.push(member);
  }
  if (further.length > 0) entry.push(["further", Object.fromEntries(further)]);
  return Object.fromEntries(entry) as unknown as LogEntry<LogRecord>;
}
