import type { Problem } from "@precept/contract";
import type { ErrorCode } from "@precept/core";

/** The code of an error of the server. `UNEXPECTED_ANSWER`: not from Precept, for example from a proxy. */
export type ServerErrorCode = ErrorCode | "UNEXPECTED_ANSWER";

type Details = Pick<ServerError, "code" | "message" | "status"> & {
  readonly [Field in "problem" | "requestId" | "reasons" | "isOutcomeUnknown" | "retryAfterMs"]?: ServerError[Field] | undefined;
};

/**
 * The error that a client throws if the server answers with an error.
 *
 * @example
 * ```ts
 * import { createClient, ServerError } from "@precept/client";
 *
 * try {
 *   await createClient({ url: "http://127.0.0.1:4141" }).traces.get("unknown");
 * } catch (error) {
 *   if (ServerError.is(error, "TRACE_UNKNOWN")) console.log(error.message, error.requestId);
 * }
 * ```
 */
export class ServerError extends Error {
  /** Permanent, so that a program can branch on it. */
  readonly code: ServerErrorCode;
  /** The HTTP status. */
  readonly status: number;
  /** The body of the answer, if it is a problem (RFC 9457). The memory service has none. */
  readonly problem: Problem | undefined;
  /** The id of the request in the log of the server. */
  readonly requestId: string | undefined;
  /** Why the request is invalid, one reason for each field. Empty for other errors. */
  readonly reasons: readonly string[];
  /**
   * Whether an earlier attempt of this call may have succeeded although the connection failed before its answer. The
   * error may then be a consequence of that attempt: for example, it has already changed the rule, so that `ifMatch` no
   * longer has its revision.
   */
  readonly isOutcomeUnknown: boolean;
  /** How long the server asks to wait before the next request, in milliseconds. */
  readonly retryAfterMs: number | undefined;

  constructor(details: Details, options?: ErrorOptions) {
    const { code, message, status, problem, requestId, reasons = [], isOutcomeUnknown = false, retryAfterMs } = details;
    super(message, options);
    this.name = "ServerError";
    this.code = code;
    this.status = status;
    this.problem = problem;
    this.requestId = requestId;
    this.reasons = reasons;
    this.isOutcomeUnknown = isOutcomeUnknown;
    this.retryAfterMs = retryAfterMs;
  }

  /** Whether a caught value is an error of the server, with this code if one is given. */
  static is(value: unknown, code?: ServerErrorCode): value is ServerError {
    return value instanceof ServerError && (code === undefined || value.code === code);
  }
}
