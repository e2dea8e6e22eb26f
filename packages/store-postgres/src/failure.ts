import { PreceptError } from "@precept/core";

/** What an error of the server or of the connection means, and the remedy. */
interface Meaning {
  /** The beginning of the code: a class of SQLSTATE, a code of it, or a code of the driver or of Node. */
  readonly code: string;
  readonly reason: string;
  /** The same call can succeed later, without a fix. */
  readonly retryable?: true;
}

/** The first one whose code the code of an error begins with. Errors that no row describes are bugs. */
const meanings: readonly Meaning[] = [
  { code: "28", reason: "the server rejects the user or the password; check the URL" },
  { code: "3D", reason: "the database does not exist; create it, or name another one in the URL" },
  { code: "42501", reason: "the user may not do this; grant it the schema, or run once as its owner" },
  {
    code: "53300",
    reason: "the server has no free connection; lower `maxConnections`, or raise its `max_connections`",
    retryable: true,
  },
  { code: "53", reason: "the server is out of memory or disk space; free some", retryable: true },
  { code: "55P03", reason: "a lock of another connection lasts longer than `statementTimeoutMs`", retryable: true },
  { code: "57014", reason: "a statement took longer than `statementTimeoutMs`", retryable: true },
  { code: "57P01", reason: "the server is shutting down", retryable: true },
  { code: "57P02", reason: "the server has crashed", retryable: true },
  { code: "57P03", reason: "the server is starting", retryable: true },
  { code: "25006", reason: "the server is read-only, such as a replica; name the primary" },
  { code: "40", reason: "the server ended the transaction because of another one", retryable: true },
  { code: "08", reason: "the connection failed", retryable: true },
  { code: "CONNECTION_", reason: "the connection failed or was closed", retryable: true },
  { code: "CONNECT_TIMEOUT", reason: "the server does not answer", retryable: true },
  { code: "ECONN", reason: "the server cannot be reached", retryable: true },
  { code: "ENOTFOUND", reason: "the host of the URL is unknown" },
  { code: "EAI_AGAIN", reason: "the host of the URL cannot be looked up", retryable: true },
  { code: "ENOENT", reason: "the socket of the URL does not exist; check that the server runs", retryable: true },
  { code: "EPIPE", reason: "the connection was closed", retryable: true },
  { code: "ETIMEDOUT", reason: "the server does not answer", retryable: true },
  { code: "EHOSTUNREACH", reason: "the host of the URL cannot be reached", retryable: true },
];

/** Translates an error of the server or the connection to `STORE_FAILED`. Returns others unchanged: they are bugs. */
export function translateError(error: unknown, store: string): unknown {
  if (!(error instanceof Error) || PreceptError.is(error) || !("code" in error)) return error;
  const code = String(error.code);
  const meaning = meanings.find((one) => code.startsWith(one.code));
  if (meaning === undefined) return error;
  return storeFailed(store, `${meaning.reason} (${error.message})`, { cause: error, retryable: meaning.retryable === true });
}

export function storeFailed(
  store: string,
  reason: string,
  { cause, retryable = false }: { readonly cause?: unknown; readonly retryable?: boolean } = {},
): PreceptError {
  return new PreceptError("STORE_FAILED", { store, reason, retryable }, { cause });
}
