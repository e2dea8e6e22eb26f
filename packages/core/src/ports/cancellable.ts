/** As much of an `AbortSignal` as the engine needs; every `AbortSignal` is one. */
export interface CancelSignal {
  readonly aborted: boolean;
  /** Throws the reason where the signal was given. */
  throwIfAborted(): void;
}

export interface Cancellable {
  /** Ends the call early: it rejects with the signal's reason, and nothing was written. */
  readonly signal?: CancelSignal | undefined;
}
