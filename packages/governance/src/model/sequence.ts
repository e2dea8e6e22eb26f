import type { PolicyMatch } from "./policy.ts";

/** What must be the same in the calls that are counted. `match`: the text that the policy matches. */
export const sequenceValues = ["command", "tool", "file", "match"] as const;

/** What must be the same in the calls that are counted: see {@link sequenceValues}. */
export type SequenceValue = (typeof sequenceValues)[number];

/** The maximum of `count`. */
export const maxSequenceCount = 100;

/** What must have happened earlier in the session, so that a match of the policy is a violation. */
export interface PolicySequence {
  /** An earlier call must have matched this. */
  readonly after?: PolicyMatch;
  /** How long ago that may be, in milliseconds. Undefined: as long as the session. */
  readonly within?: number;
  /** A later call that matches this makes everything before it count no more. */
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
