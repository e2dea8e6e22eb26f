import type { CacheMetrics } from "@precept/core";

/** After how many milliseconds a process asks for changes that it was not told of. */
export const recheckMs = 1000;

/** How a process is broken, to see that the trial finds it. */
export type Fault = "unchecked-values" | "frozen-position";

export interface ReaderOptions {
  readonly postgresUrl: string;
  readonly schema: string;
  readonly redisUrl: string;
  /** How long a call of the cache may take, and wait for another process, in milliseconds. */
  readonly timeoutMs: number;
  readonly seed: number;
  readonly requests: number;
  readonly fault?: Fault | undefined;
}

/** A revision that a process read. Times are in milliseconds since 1970. */
export interface Reading {
  readonly id: string;
  readonly revision: number;
  /** When the last request that returned it began. */
  readonly lastStartedAt: number;
}

export interface Writing {
  readonly id: string;
  readonly revision: number;
  readonly acknowledgedAt: number;
}

/** What a process did. */
export interface ReaderReport {
  readonly requests: number;
  readonly readings: readonly Reading[];
  readonly writings: readonly Writing[];
  /** What its own answers contradict. */
  readonly failures: readonly string[];
  readonly metrics: CacheMetrics;
}
