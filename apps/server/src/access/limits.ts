/** How much clients may send and ask for at a time. */
export interface Limits {
  /** The largest body of a request, in bytes. */
  readonly bodyBytes: number;
  /** The deepest nesting of objects and lists in a body. */
  readonly jsonDepth: number;
  /**
   * Requests of a client per minute. A client is a token; without tokens it is an address. After a pause, a client may
   * send those of a minute without waiting. `Infinity`: no limit.
   */
  readonly requestsPerMinute: number;
  /**
   * Requests of an address per minute whose authentication fails. Further ones are refused with 429 instead of 401.
   * `Infinity`: no limit.
   */
  readonly failedAuthenticationsPerMinute: number;
  /** Requests of a client that are served at a time. `Infinity`: no limit. */
  readonly concurrencyPerClient: number;
  /** Requests of all clients that are served at a time. `Infinity`: no limit. */
  readonly concurrency: number;
}

/** The limits of a server that sets none. */
export const defaultLimits: Limits = {
  bodyBytes: 2_097_152,
  jsonDepth: 64,
  requestsPerMinute: 6_000,
  failedAuthenticationsPerMinute: 60,
  concurrencyPerClient: 64,
  concurrency: 256,
};
