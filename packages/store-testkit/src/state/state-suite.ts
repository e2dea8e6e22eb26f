import type { SharedState } from "@precept/core";
import type { StateRequirement } from "./requirements.ts";

/** Describes shared state to the test suite. */
export interface SharedStateSuite {
  /** The forms to check. Default: all. */
  readonly forms?: readonly StateRequirement["form"][];
  /** Opens new, empty state. The suite disposes it. */
  open(): Promise<SharedState>;
  /** Opens a second client of the same state, as another process would. Absent: checks with two clients are skipped. */
  peer?(state: SharedState): Promise<SharedState>;
  /** Closes the state and reopens its data. Absent: the state is not durable. */
  reopen?(state: SharedState): Promise<SharedState>;
  /** Lets days pass for stored records. Absent: checks of their removal are skipped. */
  pass?(state: SharedState, days: number): Promise<void>;
  /** How long a follower may take to be called, in milliseconds. Default 10,000. */
  readonly patienceMs?: number;
}

/** The state under test. */
interface StateSubject {
  readonly state: SharedState;
  readonly openPeer: () => Promise<SharedState>;
  readonly reopen: () => Promise<SharedState>;
  readonly pass: (days: number) => Promise<void>;
  readonly patienceMs: number;
}

/** Checks one requirement. Throws if the state does not meet it. */
export type StateCheck = (subject: StateSubject) => Promise<void>;
