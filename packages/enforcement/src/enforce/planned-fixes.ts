import { sha256, type Root } from "@precept/files";
import type { Subject } from "@precept/governance";
import type { ViolationRecord } from "@precept/audit-log";
import { StateDatabase } from "./state-database.ts";

/** A fix that an agent was given to apply: its text, and the entries of the audit log that it concerns. */
export interface PlannedFix {
  readonly file: string | undefined;
  readonly text: string;
  readonly records: readonly ViolationRecord[];
}

/** What is stored about a fixed text. */
interface StoredFix {
  readonly session: string;
  readonly records: readonly ViolationRecord[];
}

/** Remembers the fixes that agents were given, so that the audit log says when a fixed text has arrived. */
export class PlannedFixes implements AsyncDisposable {
  readonly #database: StateDatabase<StoredFix>;

  constructor(project: Root) {
    this.#database = new StateDatabase(project, "planned-fixes", ({ session }) => session);
  }

  /** Remembers fixes. The same fixed text is remembered once. */
  async add(session: string, fixes: readonly PlannedFix[]): Promise<void> {
    if (fixes.length === 0) return;
    const added = fixes.map(({ file, text, records }) => [keyOf(session, file, text), { session, records }] as const);
    await this.#database.update([session], true, (values) => ({ values: new Map([...values, ...added]), result: undefined }));
  }

  /** Returns the records of the fixes whose texts are these, and forgets them. */
  async take(session: string, subjects: readonly Subject[]): Promise<readonly ViolationRecord[]> {
    const keys = new Set(subjects.map(({ file, text }) => keyOf(session, file, text)));
    // Most texts are no fixed ones, and reading takes no lock.
    const stored = await this.#database.read([session]);
    if (![...(stored?.keys() ?? [])].some((key) => keys.has(key))) return [];
    const taken = await this.#database.update([session], false, (values) => ({
      values: new Map([...values].filter(([key]) => !keys.has(key))),
      result: [...values].filter(([key]) => keys.has(key)).flatMap(([, { records }]) => records),
    }));
    return taken ?? [];
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#database[Symbol.asyncDispose]();
  }
}

function keyOf(session: string, file: string | undefined, text: string): string {
  return sha256(JSON.stringify([session, file ?? null, text]));
}
