import type { Root } from "@precept/files";
import {
  emptySequenceState,
  reduceSequences,
  type Policy,
  type SequenceEvent,
  type SequenceRecord,
  type SequenceState,
  type SequenceStep,
} from "@precept/governance";
import type { StateEntry } from "@precept/store-sqlite";
import { StateDatabase } from "./state-database.ts";

/**
 * Stores what happened in sessions, as far as policies with a sequence need it, in a database that all processes of a project share. What did not change for
 * 30 days is deleted.
 */
export class SequenceStore implements AsyncDisposable {
  readonly #database: StateDatabase;
  readonly #isReadOnly: boolean;

  constructor(project: Root, isReadOnly: boolean) {
    this.#database = new StateDatabase(project, "sequences");
    this.#isReadOnly = isReadOnly;
  }

  /** Applies an event in one transaction, so that of several processes each sees the calls of the others. In read-only mode it stores nothing. */
  async apply(event: SequenceEvent, policies: readonly Policy[]): Promise<SequenceStep> {
    if (isWithoutEffect(event)) return reduceSequences(emptySequenceState, event, policies);
    const isNew = !this.#isReadOnly && event.kind === "called" && event.observations.length > 0;
    const store = await this.#database.open(isNew);
    if (store === undefined) return reduceSequences(emptySequenceState, event, policies);
    const groups = event.kind === "forked" ? [event.from, event.to] : [event.session];
    if (this.#isReadOnly) return reduceSequences(stateIn(await store.read(groups)), event, policies);
    return this.#database.use(store, async (opened) =>
      opened.update(groups, (entries) => {
        const step = reduceSequences(stateIn(entries), event, policies);
        return { entries: entriesOf(step.state), result: step };
      }),
    );
  }

  async list(session?: string): Promise<readonly SequenceRecord[]> {
    const store = await this.#database.open(false);
    if (store === undefined) return [];
    return Object.values(stateIn(await store.read(session === undefined ? undefined : [session])).records);
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#database[Symbol.asyncDispose]();
  }
}

/** Whether an event changes nothing that is remembered, and depends on nothing of it: most edits. Opening the database takes longer than checking the edit. */
function isWithoutEffect(event: SequenceEvent): boolean {
  return event.kind === "called" && event.observations.length === 0 && (event.stage === "before" || event.outcome === undefined);
}

function stateIn(entries: ReadonlyMap<string, StateEntry>): SequenceState {
  return { records: Object.fromEntries([...entries].map(([key, { value }]) => [key, JSON.parse(value) as SequenceRecord])) };
}

function entriesOf({ records }: SequenceState): ReadonlyMap<string, StateEntry> {
  return new Map(Object.entries(records).map(([key, record]) => [key, { group: record.session, value: JSON.stringify(record) }]));
}
