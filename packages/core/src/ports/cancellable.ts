/** The part of `AbortSignal` that the engine uses. Every `AbortSignal` is one. */
export interface CancelSignal {
  readonly aborted: boolean;
  /** Throws the abort reason if the signal is aborted. */
  throwIfAborted(): void;
}

/** Options of calls that can be aborted. */
export interface Cancellable {
  /** Aborts the call: it rejects with the reason of the signal, and writes nothing. */
  readonly signal?: CancelSignal | undefined;
}
