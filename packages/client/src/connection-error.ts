/**
 * - `UNREACHABLE`: no connection, or it failed before the end of the answer. `cause` says why.
 * - `TIMEOUT`: the answer did not arrive in time.
 * - `ANSWER_INVALID`: the answer is not in the format of Precept.
 */
export type ConnectionErrorCode = "UNREACHABLE" | "TIMEOUT" | "ANSWER_INVALID";

/** The error that a client throws if it gets no valid answer. */
export class ConnectionError extends Error {
  readonly code: ConnectionErrorCode;
  /** Whether the server may have executed the request. */
  readonly isOutcomeUnknown: boolean;

  constructor(
    code: ConnectionErrorCode,
    message: string,
    { cause, isOutcomeUnknown = true }: { readonly cause?: unknown; readonly isOutcomeUnknown?: boolean } = {},
  ) {
    super(message, { cause });
    this.name = "ConnectionError";
    this.code = code;
    this.isOutcomeUnknown = isOutcomeUnknown;
  }

  /** Whether a caught value is a connection error, with this code if one is given. */
  static is(value: unknown, code?: ConnectionErrorCode): value is ConnectionError {
    return value instanceof ConnectionError && (code === undefined || value.code === code);
  }
}
