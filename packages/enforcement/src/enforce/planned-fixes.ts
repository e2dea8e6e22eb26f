import { sha256, type Root } from "@precept/files";
import type { Subject } from "@precept/governance";
import type { ViolationRecord } from "@precept/audit-log";
import type { StateEntry } from "@precept/store-sqlite";
import { StateDatabase } from "./state-database.ts";

/** A fix that an agent was given to apply: its text, and the entries of the audit log that it concerns. */
export interface PlannedFix {
  readonly file: string | undefined;
  readonly text: string;
  readonly records: readonly ViolationRecord[];
}

/** Remembers the fixes that agents were given, so that the audit log says when a fixed text has arrived. */
export class PlannedFixes implements AsyncDisposable {
  readonly #database: StateDatabase;

  constructor(project: Root) {
    this.#database = new StateDatabase(project, "planned-fixes");
  }

  /** Remembers fixes. The same fixed text is remembered once. */
  async add(session: string, fixes: readonly PlannedFix[]): Promise<void> {
    if (fixes.length === 0) return;
    const store = await this.#database.open(true);
    if (store === undefined) return;
    const added = fixes.map(
      ({ file, text, records }) => [keyOf(session, file, text), { group: session, value: JSON.stringify(records) }] as const,
    );
    await this.#database.use(store, async (opened) =>
      opened.update([session], (entries) => ({ entries: new Map([...entries, ...added]), result: undefined })),
    );
  }

  /** Returns the records of the fixes whose texts are these, and forgets them. */
  async take(session: string, subjects: readonly Subject[]): Promise<readonly ViolationRecord[]> {
    const store = await this.#database.open(false);
    if (store === undefined) return [];
    const keys = new Set(subjects.map(({ file, text }) => keyOf(session, file, text)));
    // Most texts are no fixed ones, and reading takes no lock.
    if (![...(await store.read([session])).keys()].some((key) => keys.has(key))) return [];
    return this.#database.use(store, async (opened) =>
      opened.update([session], (entries) => {
        const taken = [...entries].filter(([key]) => keys.has(key)).map(([, entry]) => entry);
        const rest = new Map<string, StateEntry>([...entries].filter(([key]) => !keys.has(key)));
        return { entries: rest, result: taken.flatMap(({ value }) => JSON.parse(value) as ViolationRecord[]) };
      }),
    );
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#database[Symbol.asyncDispose]();
  }
}

function keyOf(session: string, file: string | undefined, text: string): string {
  return sha256(JSON.stringify([session, file ?? null, text]));
}
