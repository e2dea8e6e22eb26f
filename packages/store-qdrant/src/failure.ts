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

/** Describes the status of an answer. @param message what the server says about it. */
export function failedStatus(status: number, message: string): PreceptError {
  const reason = reasons[status] ?? `it answered with the status ${status}`;
  return failed(`${reason}${message === "" ? "" : ` (${message})`}`, { retryable: status === 429 || status >= 500 });
}

/** Whether an error says that something does not exist. */
export function isMissing(error: unknown): boolean {
  return PreceptError.is(error, "STORE_FAILED") && error.details.reason.startsWith(reasons[404] ?? "");
}
