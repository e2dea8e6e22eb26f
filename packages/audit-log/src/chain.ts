import type { Diagnostic } from "@precept/core";
import { report, type AuditDiagnosticCode } from "./diagnostic-catalogue.ts";
import type { LogLine } from "./line.ts";
import { readLogId } from "./log-id.ts";

/** How many entries back it is remembered which there were. */
const remembered = 64;

/** A line of a log, where it stands. */
export interface LocatedLine {
  readonly file: string;
  /** From 1. */
  readonly number: number;
  /** Undefined where the line is no entry. */
  readonly line: LogLine | undefined;
}

/** Follows the entries of a log one by one, and tells where one does not follow the other. It remembers a few entries, however many there are. */
export class Chain {
  readonly #recent = new Map<string, { readonly file: string; readonly number: number }>();
  /** Undefined before the first entry of all, and before the oldest that was kept. */
  #lastId: string | undefined;
  #lastHash: string | undefined;

  /** @param start the hash that the first entry goes on from; undefined where nothing vouches for one. */
  constructor(start: string | undefined) {
    this.#lastHash = start;
  }

  /** What is wrong with the next line. */
  next({ file, number, line }: LocatedLine): Diagnostic | undefined {
    const place = { file, line: number };
    if (line === undefined) return report("audit/foreign-line", place);
    const problem = this.#describe(line);
    this.#remember(line, file, number);
    if (!line.hasValidHash) return report("audit/entry-changed", place, `${line.logId} was changed after it was written.`);
    return problem === undefined ? undefined : report(problem.code, place, problem.message);
  }

  #remember({ hash, logId }: LogLine, file: string, number: number): void {
    this.#lastHash = hash;
    this.#lastId = logId;
    this.#recent.set(hash, { file, number });
    const [oldest] = this.#recent.keys();
    if (this.#recent.size > remembered && oldest !== undefined) this.#recent.delete(oldest);
  }

  #describe({ prevHash, hash, logId }: LogLine): Problem | undefined {
    const before = this.#lastId;
    const twin = this.#recent.get(hash);
    if (twin !== undefined) return outOfPlace(`${logId} is there twice: it is line ${twin.number} of "${twin.file}", too.`);
    const isNext = before === undefined || follows(logId, before);
    if (prevHash === (this.#lastHash ?? prevHash)) return isNext ? undefined : missing(logId, before);
    const real = this.#recent.get(prevHash);
    if (real !== undefined) {
      return outOfPlace(`What stands between line ${real.number} of "${real.file}" and ${logId} was inserted or moved.`);
    }
    return isNext && before !== undefined
      ? outOfPlace(`${logId} does not follow ${before}: one of the two is not the entry that was written.`)
      : missing(logId, before);
  }
}

interface Problem {
  readonly code: AuditDiagnosticCode;
  readonly message: string;
}

function missing(logId: string, before: string | undefined): Problem {
  const gap = before === undefined ? `before ${logId}` : `between ${before} and ${logId}`;
  return { code: "audit/entries-missing", message: `Entries are missing ${gap}, or they are not in their order.` };
}

function outOfPlace(message: string): Problem {
  return { code: "audit/entry-out-of-place", message };
}

/** Whether an id may come right after another one. Who rebuilds the chain without an entry leaves a hole in the numbers. */
function follows(logId: string, before: string): boolean {
  const [one, other] = [readLogId(logId), readLogId(before)];
  if (one === undefined || other === undefined) return false;
  return one.day === other.day ? one.number === other.number + 1 : one.day > other.day && one.number === 1;
}
