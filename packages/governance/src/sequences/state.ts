/** One call that counts. Contains no text: what was done cannot be read from the state. */
export interface SequenceMark {
  /** A digest of the id of the tool use. */
  readonly use: string;
  /** When, in milliseconds since 1970. */
  readonly at: number;
  /** Whether the call failed. Undefined: it is not known yet, or not needed. */
  readonly failed?: true;
}

/** What happened in one session, as far as one policy needs it. A plain JSON value. */
export interface SequenceRecord {
  readonly session: string;
  /** The id of the policy. */
  readonly policy: string;
  /** How many calls met `after`. */
  readonly earlierCount: number;
  /** The last {@link maxEarlierMarks} calls that met `after`. */
  readonly earlier: readonly SequenceMark[];
  /** The last calls that the policy matched, by a digest of the value that must be the same; as many as its `count`, or twice as many if
   * it counts failures. */
  readonly values: Readonly<Record<string, readonly SequenceMark[]>>;
}

/** How many calls that met `after` are remembered for each session and policy. Their number is exact. */
export const maxEarlierMarks = 16;

/**
 * How many different values of `same` are counted for each session and policy. Beyond that, the value that was not seen
 * for the longest time is forgotten.
 */
export const maxSequenceValues = 100;

/** The records of sessions, by {@link sequenceId}. A plain JSON value: store it unchanged. */
export interface SequenceState {
  readonly records: Readonly<Record<string, SequenceRecord>>;
}

export const emptySequenceState: SequenceState = { records: {} };

/** Returns the key of a record in a {@link SequenceState}. */
export function sequenceId({ session, policy }: Pick<SequenceRecord, "session" | "policy">): string {
  return JSON.stringify([session, policy]);
}
