import { PreceptError } from "@precept/core";

export interface RedisCacheOptions {
  /**
   * The server, as `redis://user:password@host:6379/0`. `rediss://` encrypts the connection with TLS; Node checks the
   * certificate, also against the authorities in the file of `NODE_EXTRA_CA_CERTS`.
   */
  readonly url: string;
  /** How long a command may take, in milliseconds. Then the read continues without the cache. Default 100. */
  readonly timeoutMs?: number;
  /** How long the first command waits for the connection, in milliseconds. Default 1000. */
  readonly connectTimeoutMs?: number;
  /**
   * How long `get` waits for another process that reads the rules of a missing key, in milliseconds. 0: it does not wait.
   * Default 200.
   */
  readonly waitMs?: number;
  /** The maximum length of a value, in bytes. `set` rejects longer ones. Default 4,194,304 (4 MiB). */
  readonly maxValueBytes?: number;
}

export type CompleteOptions = Required<RedisCacheOptions>;

const maxTimeout = 2 ** 31;

/** Fills in the defaults. @throws PreceptError `OPTION_VALUE_INVALID`, without the password of the URL. */
export function completeOptions(options: RedisCacheOptions): CompleteOptions {
  const { url, timeoutMs = 100, connectTimeoutMs = 1000, waitMs = 200, maxValueBytes = 4 * 1024 * 1024 } = options;
  if (!/^rediss?:\/\/./.test(url) || !URL.canParse(url)) {
    throw invalid("url", "a text that is no URL with redis:// or rediss://", "redis://user@host:6379");
  }
  const milliseconds = "milliseconds, more than 0";
  if (!isInside(timeoutMs, 1)) throw invalid("timeoutMs", String(timeoutMs), milliseconds);
  if (!isInside(connectTimeoutMs, 1)) throw invalid("connectTimeoutMs", String(connectTimeoutMs), milliseconds);
  if (!isInside(waitMs, 0)) throw invalid("waitMs", String(waitMs), "milliseconds, 0 or more");
  if (!isInside(maxValueBytes, 1)) throw invalid("maxValueBytes", String(maxValueBytes), "bytes, 1 or more");
  return { url, timeoutMs, connectTimeoutMs, waitMs, maxValueBytes };
}

function isInside(value: number, minimum: number): boolean {
  return Number.isInteger(value) && value >= minimum && value < maxTimeout;
}

function invalid(option: string, value: string, expected: string): PreceptError {
  return new PreceptError("OPTION_VALUE_INVALID", { option, value, expected });
}
