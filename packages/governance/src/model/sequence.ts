import type { PolicyMatch } from "./policy.ts";

/** The values that must be the same in all counted calls. `match`: the text that the policy matches. */
export const sequenceValues = ["command", "tool", "file", "match"] as const;

/** A value that must be the same in all counted calls: see {@link sequenceValues}. */
export type SequenceValue = (typeof sequenceValues)[number];

/** The maximum of `count`. */
export const maxSequenceCount = 100;

/** The earlier calls of the session that make a match of the policy a violation. */
export interface PolicySequence {
  /** An earlier call must have matched this. */
  readonly after?: PolicyMatch;
  /** The maximum age of that call, in milliseconds. Undefined: the length of the session. */
  readonly within?: number;
  /** A later call that matches this resets the counts. */
  readonly unless?: PolicyMatch;
  /** How often the policy must match, this call included. 1: it need not have matched before. */
  readonly count: number;
  /** Only calls with the same value are counted. Undefined: all calls. */
  readonly same?: SequenceValue;
  /** Whether only calls that failed are counted, since the last one that succeeded. This call itself need not fail. */
  readonly failed: boolean;
  /** The time in which the calls must be, in milliseconds. Undefined: the session. */
  readonly per?: number;
}
