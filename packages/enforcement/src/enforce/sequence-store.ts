import type { Root } from "@precept/files";
import {
  emptySequenceState,
  reduceSequences,
  type Policy,
  type SequenceEvent,
  type SequenceRecord,
  type SequenceStep,
} from "@precept/governance";
import { StateDatabase, type StateValues } from "./state-database.ts";

/**
 * Stores what happened in sessions, as far as policies with a sequence need it, in a database that all processes of a project share. What did not change for
 * 30 days is deleted.
 */
export class SequenceStore implements AsyncDisposable {
  readonly #database: StateDatabase<SequenceRecord>;
  readonly #isReadOnly: boolean;

  constructor(project: Root, isReadOnly: boolean) {
    this.#database = new StateDatabase(project, "sequences", ({ session }) => session);
    this.#isReadOnly = isReadOnly;
  }

  /** Applies an event in one transaction, so that of several processes each sees the calls of the others. In read-only mode it stores nothing. */
  async apply(event: SequenceEvent, policies: readonly Policy[]): Promise<SequenceStep> {
    if (isWithoutEffect(event)) return reduceSequences(emptySequenceState, event, policies);
    const apply = (values: StateValues<SequenceRecord>): SequenceStep => {
      return reduceSequences({ records: Object.fromEntries(values) }, event, policies);
    };
    const groups = event.kind === "forked" ? [event.from, event.to] : [event.session];
    if (this.#isReadOnly) return apply((await this.#database.read(groups)) ?? new Map());
    const isNew = event.kind === "called" && event.observations.length > 0;
    const step = await this.#database.update(groups, isNew, (values) => {
      const result = apply(values);
      return { values: new Map(Object.entries(result.state.records)), result };
    });
    return step ?? apply(new Map());
  }

  async list(session?: string): Promise<readonly SequenceRecord[]> {
    return [...((await this.#database.read(session === undefined ? undefined : [session])) ?? new Map()).values()];
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#database[Symbol.asyncDispose]();
  }
}

/** Whether an event changes nothing that is remembered, and depends on nothing of it: most edits. Opening the database takes longer than checking the edit. */
function isWithoutEffect(event: SequenceEvent): boolean {
  return event.kind === "called" && event.observations.length === 0 && (event.stage === "before" || event.outcome === undefined);
}
