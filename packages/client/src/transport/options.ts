import { positionHeader } from "@precept/contract/values";
import type { Runtime } from "./runtime.ts";

export interface ClientOptions {
  /** The address of the server, such as `http://127.0.0.1:4141`. It may have a path, for a server behind a proxy. */
  readonly url: string;
  /** The token that is sent with every request, or a function that returns the current one. Default: none. */
  readonly token?: string | (() => string | Promise<string>);
  /** The id of the project. Default: the server's only project. */
  readonly project?: string;
  /** Default: the global `fetch`. */
  readonly fetch?: typeof globalThis.fetch;
  /** How requests are repeated. `false`: never. */
  readonly retry?: Partial<RetryOptions> | false;
  /** The maximum duration of a call with all its attempts, in milliseconds. Default 30,000. 0: no limit. */
  readonly timeoutMs?: number;
  /** The clock and the randomness of retries. Default: the platform's. */
  readonly runtime?: Partial<Runtime>;
}

/** How requests are repeated after network errors and the statuses 429 and 503, if repeating them is safe. */
export interface RetryOptions {
  /** The maximum number of requests of a call. Default 4. */
  readonly attempts: number;
  /** The maximum delay before the second request, in milliseconds. Doubles with each request. Default 200. */
  readonly minDelayMs: number;
  /** The maximum delay before a request, in milliseconds, without `Retry-After`. Default 10,000. */
  readonly maxDelayMs: number;
}

/** Options of a single call. */
export interface CallOptions {
  /** Aborts the call, which then rejects with the reason of the signal. */
  readonly signal?: AbortSignal | undefined;
  /** Default: `timeoutMs` of the client. */
  readonly timeoutMs?: number;
  /** Only change the rule if it has this revision: the `etag` of an earlier answer. */
  readonly ifMatch?: string;
  /**
   * Only read rules that are at least as new as these positions: the `position` of earlier answers to writes. The server
   * waits, and answers with `POSITION_NOT_REACHED` if that takes too long.
   */
  readonly position?: string | readonly string[];
  /** Additional headers. */
  readonly headers?: Readonly<Record<string, string>>;
}

/** The header of the positions of a call. */
export function positionHeaders({ position = [] }: CallOptions): Readonly<Record<string, string>> {
  const positions = [position].flat();
  return positions.length === 0 ? {} : { [positionHeader]: positions.join(",") };
}

export const defaultRetry: RetryOptions = { attempts: 4, minDelayMs: 200, maxDelayMs: 10_000 };
