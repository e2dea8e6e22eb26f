/** A counted call. Contains no text, so that the state does not reveal what the agent did. */
export interface SequenceMark {
  /** A digest of the id of the tool use. */
  readonly use: string;
  /** The time, in milliseconds since 1970. */
  readonly at: number;
  /** Whether the call failed. Undefined if this is unknown or not needed. */
  readonly failed?: true;
}

/** The record of one policy in one session. A plain JSON value. */
export interface SequenceRecord {
  readonly session: string;
  /** The id of the policy. */
  readonly policy: string;
  /** The number of calls that met `after`. */
  readonly earlierCount: number;
  /** The last {@link maxEarlierMarks} calls that met `after`. */
  readonly earlier: readonly SequenceMark[];
  /**
   * The last calls that the policy matched, by a digest of the value that must be the same: at most its `count`, or
   * twice as many if it counts failures.
   */
  readonly values: Readonly<Record<string, readonly SequenceMark[]>>;
}

/** The maximum number of marks of `after` for each session and policy. `earlierCount` remains exact. */
export const maxEarlierMarks = 16;

/** The maximum number of values of `same` for each session and policy. The least recent value is dropped first. */
export const maxSequenceValues = 100;

/** The records of sessions, by {@link sequenceId}. A plain JSON value: store it unchanged. */
export interface SequenceState {
  readonly records: Readonly<Record<string, SequenceRecord>>;
}

export const emptySequenceState: SequenceState = { records: {} };

export function sequenceId({ session, policy }: Pick<SequenceRecord, "session" | "policy">): string {
  return JSON.stringify([session, policy]);
}
