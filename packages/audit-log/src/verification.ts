import { setTimeout } from "node:timers/promises";
import type { Cancellable, Diagnostic } from "@precept/core";
import type { Root } from "@precept/files";
import { Chain } from "./chain.ts";
import { report } from "./diagnostic-catalogue.ts";
import { findOldest } from "./find-oldest.ts";
import { readEnd, type LogEnd } from "./head.ts";
import { readLine } from "./line.ts";
import { openSegment, type LogFiles, type OpenSegment } from "./log-files.ts";
import { listSegments } from "./read-entries.ts";
import { readLines, type FileLine } from "./read-lines.ts";
import { readSegmentInfo } from "./segment-info.ts";

export interface VerifyOptions extends Cancellable {
  /** The hash of an entry, marker where nobody who can write the log can: it has to be there. Who rewrites a log whole is found by this alone. */
  readonly trusted?: string;
  /** What the log's files may not leave, by links neither. Default: the directory of the file. */
  readonly within?: Root;
}

/** What became of a log since it was written. */
export interface AuditReport {
  /** The file that is being written. */
  readonly file: string;
  /** Whether every entry is there as it was written, in its order. */
  readonly isIntact: boolean;
  readonly entries: number;
  readonly files: number;
  /** The last entry. Note its hash elsewhere: as `trusted` it shows later whether this log is still this log. */
  readonly last?: { readonly logId: string; readonly hash: string };
  /** What is wrong, in the order of the log; at most a thousand. */
  readonly diagnostics: readonly Diagnostic[];
  /** How much more is wrong. */
  readonly omitted: number;
}

const maxDiagnostics = 1_000;

/** How often, and for how long, in milliseconds, a line that is being written is given time to be finished. */
const looks = 4;
const pause = 25;

/** One look through all of a log. */
export class Verification {
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
    this.#files = place;
    this.#options = options;
  }

  /** Undefined where there is no such log. */
  async run(): Promise<AuditReport | undefined> {
    // Read first: what is written from now on makes the log longer, and moves no entry.
    this.#marker = await readEnd(this.#files);
    const numbers = await listSegments(this.#files);
    if (this.#marker === undefined && numbers.length === 0) return undefined;
    const oldest = await findOldest(this.#files, numbers);
    // Files that are older were about to be removed when a process was killed.
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
    try {
      if (number > expected) this.#add(report("audit/file-missing", { file: segment.path }));
      let count = 0;
      for await (const { bytes, start, isComplete } of readStableLines(segment, this.#files)) {
        this.#options.signal?.throwIfAborted();
        count += 1;
        const place = { file: segment.path, line: count };
        const line = readLine(bytes);
        if (!isComplete && segment.path === this.#files.current && start >= this.#markedSize(number)) {
          this.#add(report("audit/unfinished-line", place));
          continue;
        }
        this.#add(chain.next({ file: segment.path, number: count, line: isComplete ? line : undefined }));
        if (line === undefined) continue;
        this.#entries += 1;
        this.#last = { logId: line.logId, hash: line.hash };
        this.#hasEnd ||= line.hash === this.#marker?.hash;
        this.#hasTrusted ||= line.hash === this.#options.trusted && line.hasValidHash;
        if (count === 1 && readSegmentInfo(line)?.after === "note_missing") this.#add(report("audit/note-missing", place));
      }
    } finally {
      await segment.handle.close();
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
      this.#add(report("audit/end-missing", { file }, `The last entry, ${marker.logId}, is missing, or not as it was written.`));
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

/** The lines of a file; a last one that is not finished may be in the middle of being written, and is looked at again. */
async function* readStableLines({ handle, path }: OpenSegment, { current }: LogFiles): AsyncGenerator<FileLine> {
  let from = 0;
  for (let left = looks; ; left -= 1) {
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
    await setTimeout(pause);
  }
}
