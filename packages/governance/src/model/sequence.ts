/** The values that must be the same in all counted calls. `match`: the text that the policy matches. */
export const sequenceValues = ["command", "tool", "file", "match"] as const;

/** A value that must be the same in all counted calls: see {@link sequenceValues}. */
export type SequenceValue = (typeof sequenceValues)[number];

/** The maximum of `count`. */
export const maxSequenceCount = 100;
