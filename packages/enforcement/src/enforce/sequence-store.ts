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

/** Stores what happened in sessions, as far as policies with a sequence need it. */
export class SequenceStore extends StateDatabase<SequenceRecord> {
  constructor(project: Root, isReadOnly: boolean) {
    super(project, isReadOnly, "sequences", ({ session }) => session);
  }

  /** Applies an event. In read-only mode it stores nothing. */
  async apply(event: SequenceEvent, policies: readonly Policy[]): Promise<SequenceStep> {
    if (isWithoutEffect(event)) return reduceSequences(emptySequenceState, event, policies);
    const apply = (values: StateValues<SequenceRecord>): SequenceStep =>
      reduceSequences({ records: Object.fromEntries(values) }, event, policies);
    const sessions = event.kind === "forked" ? [event.from, event.to] : [event.session];
    if (this.isReadOnly) return apply(await this.read(sessions));
    const isNew = event.kind === "called" && event.observations.length > 0;
    const step = await this.update(sessions, isNew, (values) => {
      const result = apply(values);
      return { values: new Map(Object.entries(result.state.records)), result };
    });
    return step ?? apply(new Map());
  }
}

/**
 * Whether an event neither changes nor needs what is remembered, as most edits. Opening the database takes longer than
 * checking the edit.
 */
function isWithoutEffect(event: SequenceEvent): boolean {
  return event.kind === "called" && event.observations.length === 0 && (event.stage === "before" || event.outcome === undefined);
}
