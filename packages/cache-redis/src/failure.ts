import { PreceptError } from "@precept/core";

/** The store in errors of the cache. */
const store = "cache.redis";

/** What an error of the server, the driver or the connection means, and the remedy. */
interface Meaning {
  /** The beginning of the code or of the message. */
  readonly start: string;
  readonly reason: string;
  /** The same call can succeed later, without a fix. */
  readonly retryable?: true;
}

const meanings: readonly Meaning[] = [
  { start: "NOAUTH", reason: "the server needs a password; give the URL one" },
  { start: "WRONGPASS", reason: "the server rejects the user or the password; check the URL" },
  { start: "ERR AUTH", reason: "the server rejects the user or the password; check the URL" },
  { start: "NOPERM", reason: "the user may not run this command; grant it GET, SET, DEL, EVAL and PING on its keys" },
  { start: "OOM", reason: "the server is out of memory; set its `maxmemory-policy` to `allkeys-lru`", retryable: true },
  { start: "READONLY", reason: "the server is a replica; name the primary" },
  { start: "MISCONF", reason: "the server does not accept writes, because it cannot save its data", retryable: true },
  { start: "LOADING", reason: "the server is starting", retryable: true },
  { start: "BUSY", reason: "the server runs a script of another client", retryable: true },
  { start: "ERR invalid DB index", reason: "the server has no database with this number; check the end of the URL" },
  { start: "ERR DB index", reason: "the server has no database with this number; check the end of the URL" },
  { start: "ECONN", reason: "the server cannot be reached", retryable: true },
  { start: "ENOTFOUND", reason: "the host of the URL is unknown" },
  { start: "EAI_AGAIN", reason: "the host of the URL cannot be looked up", retryable: true },
  { start: "EHOSTUNREACH", reason: "the host of the URL cannot be reached", retryable: true },
  { start: "ETIMEDOUT", reason: "the server does not answer", retryable: true },
  { start: "EPIPE", reason: "the connection was closed", retryable: true },
];

/** Describes an error by its meaning, or else by its message. Never contains the password of the URL. */
export function describeFailure(error: unknown): PreceptError {
  if (PreceptError.is(error)) return error;
  const message = error instanceof Error ? error.message : String(error);
  const code = error instanceof Error && "code" in error ? String(error.code) : message;
  const meaning = meanings.find(({ start }) => code.startsWith(start) || message.startsWith(start));
  if (meaning === undefined) return failed(message, error);
  const { reason, retryable = false } = meaning;
  return new PreceptError("STORE_FAILED", { store, reason: `${reason} (${message})`, retryable }, { cause: error });
}

/** A failure of the cache that can end by itself. */
export function failed(reason: string, cause?: unknown): PreceptError {
  return new PreceptError("STORE_FAILED", { store, reason, retryable: true }, { cause });
}
