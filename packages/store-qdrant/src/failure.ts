import { PreceptError } from "@precept/core";

/** The store in errors of the search. */
const store = "search.qdrant";

/** The server answered with an error, or not at all. */
export function failed(
  reason: string,
  { retryable, cause }: { readonly retryable: boolean; readonly cause?: unknown },
): PreceptError {
  return new PreceptError("STORE_FAILED", { store, reason, retryable }, { cause });
}

const reasons: Readonly<Record<number, string>> = {
  401: "the server rejects the API key; check the environment variable",
  403: "the API key may not do this; it needs to read and write the collection",
  404: "the collection does not exist",
  429: "the server has too many requests",
};

/** An answer of the server with the status of an error. */
class ErrorAnswer extends Error {
  readonly status: number;

  constructor(status: number, message: string) {
    super(message);
    this.status = status;
  }
}

/** Describes the status of an answer. @param message what the server says about it. */
export function failedStatus(status: number, message: string): PreceptError {
  const reason = reasons[status] ?? `it answered with the status ${status}`;
  const isRetryable = status === 429 || status >= 500;
  const cause = new ErrorAnswer(status, message);
  return failed(`${reason}${message === "" ? "" : ` (${message})`}`, { retryable: isRetryable, cause });
}

/** Whether the server answered that something does not exist. */
export function isMissing(error: unknown): boolean {
  return PreceptError.is(error, "STORE_FAILED") && error.cause instanceof ErrorAnswer && error.cause.status === 404;
}
