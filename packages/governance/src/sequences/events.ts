/** The outcome of a call, as reported by the agent's host. */
export type CallOutcome = "failed" | "succeeded";

/** The effect of one call on one policy with a sequence. */
export interface SequenceObservation {
  readonly policy: string;
  /** Whether the call meets `after`. */
  readonly isEarlier: boolean;
  /** Whether the call meets `unless`. */
  readonly isReset: boolean;
  /** Digests of the values that must be the same, for each match of the policy. */
  readonly values: readonly string[];
}

/** A call of an agent. */
export interface SequenceCall {
  readonly session: string;
  /** A digest of the id of the tool use. */
  readonly use: string;
  /** Whether the call can be recognised by its id when it is checked again. */
  readonly isKnownUse: boolean;
  /** The time, in milliseconds since 1970. */
  readonly at: number;
  /** Whether the call is checked before or after it is made. A call that is checked both times counts once. */
  readonly stage: "before" | "after";
  /** How the call ended. Undefined if it is not made yet, or the host does not report it. */
  readonly outcome?: CallOutcome;
  readonly observations: readonly SequenceObservation[];
}

/** An event that changes the record of a session. */
export type SequenceEvent =
  /** A call before or after an agent makes it. */
  | ({ readonly kind: "called" } & SequenceCall)
  /** The call was denied, so that it does not count. */
  | { readonly kind: "denied"; readonly session: string; readonly use: string }
  /** The call was not denied, and resets the counts of earlier ones. Only for calls with a reset. */
  | ({ readonly kind: "made" } & Pick<SequenceCall, "session" | "use" | "observations">)
  | { readonly kind: "ended"; readonly session: string }
  | { readonly kind: "forked"; readonly from: string; readonly to: string };
