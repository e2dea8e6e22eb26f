/** How a call ended, as far as the agent's host tells. */
export type CallOutcome = "failed" | "succeeded";

/** What one call means for one policy with a sequence. */
export interface SequenceObservation {
  readonly policy: string;
  /** Whether the call meets `after`. */
  readonly isEarlier: boolean;
  /** Whether the call meets `unless`. */
  readonly isReset: boolean;
  /** Digests of the values that must be the same, of the texts that the policy matches. */
  readonly values: readonly string[];
}

/** A call of an agent. */
export interface SequenceCall {
  readonly session: string;
  /** A digest of the id of the tool use. */
  readonly use: string;
  /** Whether the call can be recognised by its id when it is checked again. */
  readonly isKnownUse: boolean;
  /** When, in milliseconds since 1970. */
  readonly at: number;
  /** Whether the call is checked before or after it is made. A call that is checked both times counts once. */
  readonly stage: "before" | "after";
  readonly outcome?: CallOutcome;
  readonly observations: readonly SequenceObservation[];
}

/** An event that changes what is remembered of a session. */
export type SequenceEvent =
  /** An agent is about to make a call, or has made it. */
  | ({ readonly kind: "called" } & SequenceCall)
  /** The call was denied, so that it does not count. */
  | { readonly kind: "denied"; readonly session: string; readonly use: string }
  /** The call was not denied, so that it makes earlier ones count no more. Only for calls with a reset. */
  | ({ readonly kind: "made" } & Pick<SequenceCall, "session" | "use" | "observations">)
  | { readonly kind: "ended"; readonly session: string }
  | { readonly kind: "forked"; readonly from: string; readonly to: string };
