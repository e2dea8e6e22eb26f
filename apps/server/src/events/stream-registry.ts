import { PreceptError } from "@precept/core";
import { ConcurrencyLimiter } from "../access/concurrency-limiter.ts";
import { streamDefaults, type StreamLimits } from "./options.ts";

/** When a client that was refused a stream should try again, in seconds. */
const retryAfter = 10;

/** Counts the open streams of a server, limits them, and ends them when the server stops. */
export class StreamRegistry {
  readonly #open: ConcurrencyLimiter;
  readonly #stopping = new AbortController();

  constructor(limits: StreamLimits = {}) {
    const { maxStreams, maxStreamsPerToken } = { ...streamDefaults, ...limits };
    this.#open = new ConcurrencyLimiter(maxStreamsPerToken, maxStreams);
  }

  /** Aborted when the server stops. */
  get stopping(): AbortSignal {
    return this.#stopping.signal;
  }

  /**
   * Counts a stream. Returns the function to call when it has ended.
   *
   * @param token undefined for no token.
   * @throws PreceptError `RATE_LIMITED`, `SERVER_STOPPING`
   */
  open(token: string | undefined): () => void {
    if (this.#stopping.signal.aborted) throw new PreceptError("SERVER_STOPPING", {});
    const release = this.#open.start(token);
    if (release === undefined) throw new PreceptError("RATE_LIMITED", { retryAfter });
    return release;
  }

  /** Ends all streams, each with a final comment, and refuses new ones. */
  close(): void {
    this.#stopping.abort("the server is stopping");
  }
}
