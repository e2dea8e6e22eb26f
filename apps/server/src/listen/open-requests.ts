import type { IncomingMessage, ServerResponse } from "node:http";
import type { Http2ServerRequest, Http2ServerResponse } from "node:http2";

/** Answers a request of an HTTP/1.1 or HTTP/2 server of Node. */
export type NodeHandler = (request: IncomingMessage | Http2ServerRequest, response: ServerResponse | Http2ServerResponse) => void;

/** The answers that are event streams. Node does not tell the headers of an answer after they were sent. */
const eventStreams = new WeakSet<object>();

/** Declares that an answer is an event stream, which does not end by itself. */
export function declareEventStream(response: object): void {
  eventStreams.add(response);
}

/** How long event streams may take to end when the server stops, in milliseconds. Slow readers delay them. */
const streamEndMs = 500;

export class OpenRequests {
  readonly #responses = new Set<ServerResponse | Http2ServerResponse>();
  #onEmpty: (() => void) | undefined;
  #isStopping = false;

  /** The number of event streams among them. */
  get streams(): number {
    return [...this.#responses].filter((one) => eventStreams.has(one)).length;
  }

  get size(): number {
    return this.#responses.size;
  }

  /** Wraps a handler so that its requests are counted. */
  track(handler: NodeHandler): NodeHandler {
    return (request, response) => {
      this.#responses.add(response);
      response.on("close", () => {
        this.#responses.delete(response);
        if (this.#responses.size === 0) this.#onEmpty?.();
      });
      if (this.#isStopping) endConnectionAfter(response);
      handler(request, response);
    };
  }

  /** From now on, connections end after their current requests. */
  endConnections(): void {
    this.#isStopping = true;
    for (const response of this.#responses) endConnectionAfter(response);
  }

  /** Ends event streams, and waits for requests. Returns how many are open at the timeout. */
  async finish(timeoutMs: number): Promise<number> {
    if (this.#responses.size === 0) return 0;
    const endStreams = setTimeout(
      () => {
        for (const response of this.#responses) if (eventStreams.has(response)) response.end();
      },
      Math.min(streamEndMs, timeoutMs),
    );
    const { promise, resolve } = Promise.withResolvers<void>();
    this.#onEmpty = resolve;
    const timer = setTimeout(resolve, timeoutMs);
    await promise;
    clearTimeout(timer);
    clearTimeout(endStreams);
    return this.#responses.size;
  }
}

/** Makes Node answer with `Connection: close`, if the headers are not sent yet. HTTP/2 has its own way. */
function endConnectionAfter(response: ServerResponse | Http2ServerResponse): void {
  if ("shouldKeepAlive" in response) response.shouldKeepAlive = false;
}
