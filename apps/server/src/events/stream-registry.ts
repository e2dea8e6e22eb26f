import { PreceptError } from "@precept/core";
import { streamDefaults, type StreamLimits } from "./options.ts";

/** When a client that was refused a stream should try again, in seconds. */
const retryAfter = 10;

/** A stream that is counted. */
export interface OpenStream {
  /** Aborted when the server stops. */
  readonly signal: AbortSignal;
  /** Call it when the stream has ended. */
  readonly release: () => void;
}

/** Counts the open streams of a server, limits them, and ends them when the server stops. */
export class StreamRegistry {
  readonly #limits: Required<StreamLimits>;
  readonly #stopping = new AbortController();
  readonly #byToken = new Map<string | undefined, number>();
  #open = 0;

  constructor(limits: StreamLimits = {}) {
    this.#limits = { ...streamDefaults, ...limits };
  }

  /** The number of open streams. */
  get size(): number {
    return this.#open;
  }

  /**
   * Opens a stream.
   *
   * @param token the id of the client's token. Undefined for all clients of a server without tokens.
   * @throws PreceptError `RATE_LIMITED` if there are too many, `SERVER_STOPPING`
   */
  open(token: string | undefined): OpenStream {
    if (this.#stopping.signal.aborted) throw new PreceptError("SERVER_STOPPING", {});
    const ofToken = this.#byToken.get(token) ?? 0;
    const { maxStreams, maxStreamsPerToken } = this.#limits;
    if (this.#open >= maxStreams || (token !== undefined && ofToken >= maxStreamsPerToken)) {
      throw new PreceptError("RATE_LIMITED", { retryAfter });
    }
    this.#open += 1;
    this.#byToken.set(token, ofToken + 1);
    let isOpen = true;
    return {
      signal: this.#stopping.signal,
      release: () => {
        if (!isOpen) return;
        isOpen = false;
        this.#open -= 1;
        const left = (this.#byToken.get(token) ?? 1) - 1;
        if (left === 0) this.#byToken.delete(token);
        else this.#byToken.set(token, left);
      },
    };
  }

  /** Ends all streams, each with a final comment, and refuses new ones. */
  close(): void {
    this.#stopping.abort("the server is stopping");
  }
}
