/** How much clients may send and request at a time, with the values of a server that sets none. */
export const defaultLimits = {
  /** The largest body of a request, in bytes. */
  bodyBytes: 2_097_152,
  /** The deepest nesting of objects and lists in a body. */
  jsonDepth: 64,
  /**
   * Requests of a client per minute. A client is a token; without tokens it is an address. After a pause, a client may
   * send those of a minute without waiting. `Infinity`: no limit.
   */
  requestsPerMinute: 6_000,
  /**
   * Requests of an address per minute whose authentication fails. Further ones are refused with 429 instead of 401.
   * `Infinity`: no limit.
   */
  failedAuthenticationsPerMinute: 60,
  /** Requests of a client that are served at a time. `Infinity`: no limit. */
  concurrencyPerClient: 64,
  /** Requests of all clients that are served at a time. `Infinity`: no limit. */
  concurrency: 256,
};

export type Limits = Readonly<typeof defaultLimits>;
