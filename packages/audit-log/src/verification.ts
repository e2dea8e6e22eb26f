import { setTimeout } from "node:timers/promises";
import type { Cancellable, Diagnostic } from "@precept/core";
import { failureOf, type Root } from "@precept/files";
import { Chain } from "./chain.ts";
import { report } from "./diagnostic-catalogue.ts";
import { readEnd, type LogEnd } from "./end-marker.ts";
import { genesis, readLine } from "./line.ts";
import { openSegment, type LogFiles, type OpenSegment } from "./log-files.ts";
import { listSegments, readFirstLine } from "./read-entries.ts";
import { readLines, type FileLine } from "./read-lines.ts";
import { readSegmentInfo } from "./segment-info.ts";

export interface VerifyOptions extends Cancellable {
  /** The hash of an entry that the log must contain. Detects a complete rewrite if writers cannot change the hash. */
  readonly trusted?: string;
  /** Confines file access, also through links. Default: the directory of the file. */
  readonly within?: Root;
}

/** The result of verifying a log. */
export interface AuditReport {
  /** The current file. */
  readonly file: string;
  /** Whether all entries are present, unchanged and in order. */
  readonly isIntact: boolean;
  readonly entries: number;
  readonly files: number;
  /** The last entry. Store its hash elsewhere and pass it as `trusted` later. */
  readonly last?: { readonly logId: string; readonly hash: string };
  /** The errors and warnings, in the order of the log; at most 1,000. */
  readonly diagnostics: readonly Diagnostic[];
  /** The number of further diagnostics. */
  readonly omitted: number;
}

const maxDiagnostics = 1_000;

const maxRetries = 4;
/** The delay before reading it again, in milliseconds. */
const retryDelay = 25;

/** Verifies a log. @returns undefined if it does not exist. @param store the name of the log in errors. */
export async function verifyLog(files: LogFiles, options: VerifyOptions, store: string): Promise<AuditReport | undefined> {
  try {
    return await new Verification(files, options).run();
  } catch (error) {
    throw options.signal?.aborted === true ? error : failureOf(store, "read", files.current, error);
  }
}

/** One pass over all files of a log. */
class Verification {
  readonly #files: LogFiles;
  readonly #options: VerifyOptions;
  readonly #diagnostics: Diagnostic[] = [];
  #marker: LogEnd | undefined;
  #hasEnd = false;
  #hasTrusted = false;
  #isIntact = true;
  #omitted = 0;
  #entries = 0;
  #last: AuditReport["last"];

  constructor(files: LogFiles, options: VerifyOptions) {
    this.#files = files;
    this.#options = options;
  }

  async run(): Promise<AuditReport | undefined> {
    // Read before the entries: later entries only make the log longer.
    this.#marker = await readEnd(this.#files);
    const numbers = await listSegments(this.#files);
    if (this.#marker === undefined && numbers.length === 0) return undefined;
    const oldest = await findOldest(this.#files, numbers);
    // Older files remain if a process was killed before it deleted them. Their first `prev_hash` is not known.
    const chain = new Chain((numbers[0] ?? oldest.number) < oldest.number ? undefined : oldest.prevHash);
    let expected = Math.min(numbers[0] ?? oldest.number, oldest.number);
    for (const number of numbers) {
      await this.#verifySegment(number, expected, chain);
      expected = number + 1;
    }
    this.#verifyEnd();
    return {
      file: this.#files.current,
      isIntact: this.#isIntact,
      entries: this.#entries,
      files: numbers.length,
      ...(this.#last !== undefined && { last: this.#last }),
      diagnostics: this.#diagnostics,
      omitted: this.#omitted,
    };
  }

  async #verifySegment(number: number, expected: number, chain: Chain): Promise<void> {
    const segment = await openSegment(this.#files, number);
    if (segment === undefined) return;
    await using _handle = segment.handle;
    if (number > expected) this.#add(report("audit/file-missing", { file: segment.path }));
    let count = 0;
    for await (const { bytes, start, isComplete } of readStableLines(segment, this.#files)) {
      this.#options.signal?.throwIfAborted();
      count += 1;
      const location = { file: segment.path, line: count };
      const line = readLine(bytes);
      if (!isComplete && segment.path === this.#files.current && start >= this.#markedSize(number)) {
        this.#add(report("audit/unfinished-line", location));
        continue;
      }
      this.#add(chain.verify({ file: segment.path, number: count, line: isComplete ? line : undefined }));
      if (line === undefined) continue;
      this.#entries += 1;
      this.#last = { logId: line.logId, hash: line.hash };
      this.#hasEnd ||= line.hash === this.#marker?.hash;
      this.#hasTrusted ||= line.hash === this.#options.trusted && line.hasValidHash;
      if (count === 1 && readSegmentInfo(line)?.after === "note_missing") this.#add(report("audit/note-missing", location));
    }
  }

  #markedSize(number: number): number {
    return this.#marker?.segment === number ? this.#marker.size : 0;
  }

  #verifyEnd(): void {
    const file = this.#files.current;
    const marker = this.#marker;
    if (marker === undefined) this.#add(report("audit/note-missing", { file }));
    else if (marker.size > 0 && !this.#hasEnd) {
      this.#add(report("audit/end-missing", { file }, `The last entry, ${marker.logId}, is missing or was changed.`));
    }
    const { trusted } = this.#options;
    if (trusted !== undefined && !this.#hasTrusted) this.#add(report("audit/trusted-entry-missing", { file }));
  }

  #add(diagnostic: Diagnostic | undefined): void {
    if (diagnostic === undefined) return;
    if (diagnostic.severity === "error") this.#isIntact = false;
    if (this.#diagnostics.length < maxDiagnostics) this.#diagnostics.push(diagnostic);
    else this.#omitted += 1;
  }
}

/** Finds the oldest file that a log must have, according to the newest file that states it. */
async function findOldest(
  files: LogFiles,
  numbers: readonly number[],
): Promise<{ readonly number: number; readonly prevHash: string }> {
  for (const number of numbers.toReversed()) {
    const line = await readFirstLine(files, number);
    const info = line?.hasValidHash === true ? readSegmentInfo(line) : undefined;
    if (info !== undefined) return { number: info.oldest, prevHash: info.oldestPrevHash };
  }
  return { number: 1, prevHash: genesis };
}

/** Yields the lines of a file. Reads an incomplete last line again, since another process may be writing it. */
async function* readStableLines({ handle, path }: OpenSegment, { current }: LogFiles): AsyncGenerator<FileLine> {
  let from = 0;
  for (let left = maxRetries; ; left -= 1) {
    let unfinished: FileLine | undefined;
    for await (const line of readLines(handle, from)) {
      if (line.isComplete) yield line;
      else unfinished = line;
      from = line.isComplete ? line.end : line.start;
    }
    if (unfinished === undefined) return;
    if (left === 0 || path !== current) {
      yield unfinished;
      return;
    }
    await setTimeout(retryDelay);
  }
}
