import { setTimeout } from "node:timers/promises";
import type { Cancellable, Diagnostic } from "@precept/core";
import { failureOf, type Root } from "@precept/files";
import { Chain } from "./chain.ts";
import { report } from "./diagnostic-catalogue.ts";
import { readEnd } from "./end-marker.ts";
import { Findings } from "./findings.ts";
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

/** How often an incomplete last line is read again, and the delay before, in milliseconds. */
const maxRetries = 4;
const retryDelay = 25;

/** Verifies a log. @returns undefined if it does not exist. @param store the name of the log in errors. */
export async function verifyLog(files: LogFiles, options: VerifyOptions, store: string): Promise<AuditReport | undefined> {
  try {
    return await verifyFiles(files, options);
  } catch (error) {
    throw options.signal?.aborted === true ? error : failureOf(store, "read", files.current, error);
  }
}

async function verifyFiles(files: LogFiles, { trusted, signal }: VerifyOptions): Promise<AuditReport | undefined> {
  const file = files.current;
  const findings = new Findings();
  let hasEnd = false;
  let hasTrusted = false;
  let entries = 0;
  let last: AuditReport["last"];
  // Read before the entries: later entries only make the log longer.
  const marker = await readEnd(files);
  const numbers = await listSegments(files);
  if (marker === undefined && numbers.length === 0) return undefined;
  const oldest = await findOldest(files, numbers);
  // Older files remain if a process was killed before it deleted them. Their first `prev_hash` is not known.
  const chain = new Chain((numbers[0] ?? oldest.number) < oldest.number ? undefined : oldest.prevHash);
  let expected = Math.min(numbers[0] ?? oldest.number, oldest.number);
  for (const number of numbers) {
    await verifySegment(number);
    expected = number + 1;
  }
  if (marker === undefined) add(report("audit/note-missing", { file }));
  else if (marker.size > 0 && !hasEnd) {
    add(report("audit/end-missing", { file }, `The last entry, ${marker.logId}, is missing or was changed.`));
  }
  if (trusted !== undefined && !hasTrusted) add(report("audit/trusted-entry-missing", { file }));
  return { file, entries, files: numbers.length, ...(last !== undefined && { last }), ...findings.report };

  async function verifySegment(number: number): Promise<void> {
    const segment = await openSegment(files, number);
    if (segment === undefined) return;
    await using _handle = segment.handle;
    const { path } = segment;
    const markedSize = marker?.segment === number ? marker.size : 0;
    if (number > expected) add(report("audit/file-missing", { file: path }));
    let count = 0;
    for await (const { bytes, start, isComplete } of readStableLines(segment, files)) {
      signal?.throwIfAborted();
      count += 1;
      const location = { file: path, line: count };
      const line = readLine(bytes);
      if (!isComplete && path === file && start >= markedSize) {
        add(report("audit/unfinished-line", location));
        continue;
      }
      add(chain.verify({ file: path, number: count, line: isComplete ? line : undefined }));
      if (line === undefined) continue;
      entries += 1;
      last = { logId: line.logId, hash: line.hash };
      hasEnd ||= line.hash === marker?.hash;
      hasTrusted ||= line.hash === trusted && line.hasValidHash;
      if (count === 1 && readSegmentInfo(line)?.after === "note_missing") add(report("audit/note-missing", location));
    }
  }

  function add(diagnostic: Diagnostic | undefined): void {
    findings.add(diagnostic);
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
