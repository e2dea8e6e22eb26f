import type { Json, StateLog } from "@precept/core";
import { PreceptError } from "@precept/core";
import type { RecordLog } from "./audit-log.ts";
import { Chain } from "./chain.ts";
import { report } from "./diagnostic-catalogue.ts";
import type { EntryMetadata, LogEntry, RecordKind } from "./entry.ts";
import { toEntry, toFields } from "./fields.ts";
import { formatLine, genesis, readLine, type Fields } from "./line.ts";
import { matches } from "./list.ts";
import { nextLogId } from "./log-id.ts";
import type { Mask } from "./mask.ts";
import { Findings } from "./findings.ts";
import type { AuditReport, VerifyOptions } from "./verification.ts";

/** The last entry of the log, which is stored beside its entries and changes together with them. */
interface End {
  readonly logId: string;
  readonly hash: string;
}

interface Pending {
  readonly fields: Fields;
  readonly timestamp: string;
  readonly resolve: (metadata: EntryMetadata) => void;
  readonly reject: (error: unknown) => void;
}

/** How many entries are read at a time. */
const pageSize = 1000;

/** How many entries are written at a time: other servers wait meanwhile. */
const maxBatch = 256;

export interface SharedLogOptions {
  /** The name of the log in reports. */
  readonly name: string;
  readonly kind: RecordKind;
  readonly mask: Mask;
  readonly now: () => Date;
}

/**
 * A log of records in the state that servers share. Its lines are like the lines of a file, in one chain for all servers: an append is decided
 * while no other one runs.
 */
export class SharedLog<LogRecord extends object> implements RecordLog<LogRecord> {
  readonly path: string;
  readonly #log: StateLog;
  readonly #options: SharedLogOptions;
  #pending: Pending[] = [];
  #writing: Promise<void> | undefined;
  #isClosed = false;

  constructor(log: StateLog, options: SharedLogOptions) {
    this.path = options.name;
    this.#log = log;
    this.#options = options;
  }

  // Async, so that errors in a record reject the promise too.
  async append(record: LogRecord): Promise<EntryMetadata> {
    const { kind, mask, now } = this.#options;
    if (this.#isClosed) throw new PreceptError("STORE_CLOSED", { store: "audit" });
    const fields = toFields(record, kind, mask);
    return new Promise((resolve, reject) => {
      this.#pending.push({ fields, timestamp: now().toISOString(), resolve, reject });
      this.#writing ??= this.#write();
    });
  }

  async *list({ signal, ...filter }: Parameters<RecordLog<LogRecord>["list"]>[0] = {}): AsyncGenerator<LogEntry<LogRecord>> {
    for await (const { value } of this.#read(0, signal)) {
      const entry = this.#toEntry(value);
      if (entry !== undefined && matches(entry, filter)) yield entry;
    }
  }

  async tail(count: number): Promise<readonly LogEntry<LogRecord>[]> {
    const { last } = await this.#log.read({ after: 0, limit: 0 });
    const { entries } = await this.#log.read({ after: Math.max(0, last - count), limit: count });
    return entries.flatMap(({ value }) => this.#toEntry(value) ?? []);
  }

  async follow({ signal }: { readonly signal: AbortSignal }): Promise<AsyncIterable<LogEntry<LogRecord>>> {
    let hasChanged = false;
    let wake: (() => void) | undefined;
    const onChange = (): void => {
      hasChanged = true;
      wake?.();
    };
    const end = this.#log.follow(onChange);
    signal.addEventListener("abort", onChange, { once: true });
    let { last: position } = await this.#log.read({ after: 0, limit: 0 });
    const entries = async function* (this: SharedLog<LogRecord>): AsyncGenerator<LogEntry<LogRecord>> {
      try {
        while (!signal.aborted) {
          hasChanged = false;
          for await (const one of this.#read(position)) {
            if (signal.aborted) return;
            position = one.position;
            const entry = this.#toEntry(one.value);
            if (entry !== undefined) yield entry;
          }
          await new Promise<void>((resolve) => {
            wake = resolve;
            if (hasChanged) resolve();
          });
        }
      } finally {
        end();
        signal.removeEventListener("abort", onChange);
      }
    };
    return entries.call(this);
  }

  async verify({ trusted, signal }: VerifyOptions = {}): Promise<AuditReport | undefined> {
    const file = this.path;
    const findings = new Findings();
    const { last: end, state } = await this.#log.read({ after: 0, limit: 0 });
    if (end === 0) return undefined;
    const marker = readEnd(state);
    const chain = new Chain(genesis);
    let [entries, hasEnd, hasTrusted] = [0, false, false];
    let last: AuditReport["last"];
    for await (const { position, value } of this.#read(0, signal)) {
      const line = readLine(Buffer.from(value));
      findings.add(chain.verify({ file, number: position, line }));
      if (line === undefined) continue;
      entries += 1;
      last = { logId: line.logId, hash: line.hash };
      hasEnd ||= line.hash === marker?.hash;
      hasTrusted ||= line.hash === trusted && line.hasValidHash;
    }
    if (marker === undefined) findings.add(report("audit/note-missing", { file }));
    else if (!hasEnd) {
      findings.add(report("audit/end-missing", { file }, `The last entry, ${marker.logId}, is missing or was changed.`));
    }
    if (trusted !== undefined && !hasTrusted) findings.add(report("audit/trusted-entry-missing", { file }));
    return { file, entries, files: 1, ...(last !== undefined && { last }), ...findings.report };
  }

  /** Waits until all entries are written, and refuses others. */
  async close(): Promise<void> {
    this.#isClosed = true;
    await this.#writing;
  }

  /** Reads all entries after a position. Each page is of one moment. */
  async *#read(after: number, signal?: VerifyOptions["signal"]) {
    for (let position = after; ;) {
      signal?.throwIfAborted();
      const { entries } = await this.#log.read({ after: position, limit: pageSize });
      yield* entries;
      const last = entries.at(-1);
      if (last === undefined || entries.length < pageSize) return;
      position = last.position;
    }
  }

  #toEntry(value: string): LogEntry<LogRecord> | undefined {
    return readSharedEntry(value, this.#options.kind);
  }

  async #write(): Promise<void> {
    // Collects all entries that are appended in the same tick.
    await new Promise((resolve) => setImmediate(resolve));
    while (this.#pending.length > 0) await this.#writeBatch(this.#pending.splice(0, maxBatch));
    this.#writing = undefined;
  }

  /** Writes entries and settles their promises. */
  async #writeBatch(batch: readonly Pending[]): Promise<void> {
    let written: readonly EntryMetadata[] = [];
    try {
      await this.#log.append((state) => {
        const chained = chainEntries(batch, this.#options.kind.prefix, readEnd(state));
        written = chained.metadata;
        return { entries: chained.lines, state: JSON.stringify(chained.end) };
      });
    } catch (error) {
      for (const { reject } of batch) reject(error);
      return;
    }
    for (const [at, { resolve }] of batch.entries()) resolve(written[at] as EntryMetadata);
  }
}

/** Parses an entry. Undefined if it was tampered with so that it is none. */
export function readSharedEntry<LogRecord>(value: string, kind: RecordKind): LogEntry<LogRecord> | undefined {
  const line = readLine(Buffer.from(value));
  return line && toEntry<LogRecord>(line, kind);
}

/** Chains entries to the last one. */
function chainEntries(batch: readonly Pending[], prefix: string, end: End | undefined) {
  const lines: string[] = [];
  const metadata: EntryMetadata[] = [];
  let last = end;
  for (const { fields, timestamp } of batch) {
    const logId = nextLogId(prefix, last?.logId, timestamp);
    const prevHash = last?.hash ?? genesis;
    const { line, hash } = formatLine([["log_id", logId], ["timestamp", timestamp], ...fields], prevHash);
    lines.push(line);
    metadata.push({ log_id: logId, timestamp, prev_hash: prevHash, hash });
    last = { logId, hash };
  }
  return { lines, metadata, end: last };
}

/** Undefined if there is none, or if it was tampered with. */
function readEnd(state: string | undefined): End | undefined {
  if (state === undefined) return undefined;
  try {
    const { logId, hash } = JSON.parse(state) as Readonly<Record<string, Json>>;
    return typeof logId === "string" && typeof hash === "string" ? { logId, hash } : undefined;
  } catch {
    return undefined;
  }
}
