import type { SequenceValue } from "@precept/contract/values";
import type { PolicyMatch } from "./policy.ts";

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
