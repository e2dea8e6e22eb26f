import type { Diagnostic } from "@precept/core";
import { report, type AuditDiagnosticCode } from "./diagnostic-catalogue.ts";
import type { LogLine } from "./line.ts";
import { readLogId } from "./log-id.ts";

const maxRecent = 64;

export interface LocatedLine {
  readonly file: string;
  /** From 1. */
  readonly number: number;
  /** Undefined if the line is not an entry. */
  readonly line: LogLine | undefined;
}

/** Verifies the hash chain of a log, one line after the other. Uses constant memory. */
export class Chain {
  readonly #recent = new Map<string, { readonly file: string; readonly number: number }>();
  /** Undefined before the first entry. */
  #lastId: string | undefined;
  #lastHash: string | undefined;

  /** @param start the `prev_hash` that the first entry must have; undefined if it is not known. */
  constructor(start: string | undefined) {
    this.#lastHash = start;
  }

  verify({ file, number, line }: LocatedLine): Diagnostic | undefined {
    const location = { file, line: number };
    if (line === undefined) return report("audit/foreign-line", location);
    const chainError = this.#findError(line);
    this.#remember(line, file, number);
    if (!line.hasValidHash) return report("audit/entry-changed", location, `${line.logId} was changed after it was written.`);
    return chainError === undefined ? undefined : report(chainError.code, location, chainError.message);
  }

  #remember({ hash, logId }: LogLine, file: string, number: number): void {
    this.#lastHash = hash;
    this.#lastId = logId;
    this.#recent.set(hash, { file, number });
    const [oldest] = this.#recent.keys();
    if (this.#recent.size > maxRecent && oldest !== undefined) this.#recent.delete(oldest);
  }

  #findError({ prevHash, hash, logId }: LogLine): ChainError | undefined {
    const before = this.#lastId;
    const duplicate = this.#recent.get(hash);
    if (duplicate !== undefined) {
      return misplaced(`${logId} is repeated: it is also line ${duplicate.number} of "${duplicate.file}".`);
    }
    const isNext = before === undefined || follows(logId, before);
    if (prevHash === (this.#lastHash ?? prevHash)) return isNext ? undefined : missing(logId, before);
    const previous = this.#recent.get(prevHash);
    if (previous !== undefined) {
      return misplaced(`Lines between line ${previous.number} of "${previous.file}" and ${logId} were inserted or moved.`);
    }
    return isNext && before !== undefined
      ? misplaced(`${logId} does not follow ${before}: one of the two is not the entry that was written.`)
      : missing(logId, before);
  }
}

interface ChainError {
  readonly code: AuditDiagnosticCode;
  readonly message: string;
}

function missing(logId: string, before: string | undefined): ChainError {
  const gap = before === undefined ? `before ${logId}` : `between ${before} and ${logId}`;
  return { code: "audit/entries-missing", message: `Entries are missing ${gap}, or they are out of order.` };
}

function misplaced(message: string): ChainError {
  return { code: "audit/entry-out-of-place", message };
}

/** Whether an id directly follows another one. A chain that was rebuilt without an entry has a gap in its numbers. */
function follows(logId: string, before: string): boolean {
  const [one, other] = [readLogId(logId), readLogId(before)];
  if (one === undefined || other === undefined) return false;
  return one.day === other.day ? one.number === other.number + 1 : one.day > other.day && one.number === 1;
}
