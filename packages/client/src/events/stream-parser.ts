import { createParser, type EventSourceMessage } from "eventsource-parser";
import { ConnectionError } from "../connection-error.ts";

/** A part of a stream of events. */
export type StreamPart =
  | { readonly kind: "event"; readonly event: EventSourceMessage }
  /** The id of the next event, or without an event a new position. */
  | { readonly kind: "id"; readonly id: string }
  /** The delay that the server requests before a client connects again. */
  | { readonly kind: "retry"; readonly milliseconds: number };

/** Parses the bytes of a stream. An event that is not complete at the end of the stream is not returned. */
export class StreamParser {
  readonly #decoder = new TextDecoder();
  readonly #parser: ReturnType<typeof createParser>;
  #parts: StreamPart[] = [];
  #error: ConnectionError | undefined;

  constructor(maxEventCharacters: number) {
    this.#parser = createParser({
      maxBufferSize: maxEventCharacters,
      onEvent: (event) => this.#parts.push({ kind: "event", event }),
      onId: (id) => this.#parts.push({ kind: "id", id }),
      onRetry: (milliseconds) => this.#parts.push({ kind: "retry", milliseconds }),
      onError: ({ type }) => {
        if (type !== "max-buffer-size-exceeded") return;
        this.#error = new ConnectionError("ANSWER_INVALID", `An event has more than ${maxEventCharacters} characters.`);
      },
    });
  }

  /**
   * @returns the parts that these bytes complete.
   * @throws ConnectionError `ANSWER_INVALID` if an event is too large.
   */
  parse(bytes: Uint8Array): readonly StreamPart[] {
    this.#parser.feed(this.#decoder.decode(bytes, { stream: true }));
    if (this.#error !== undefined) throw this.#error;
    const parts = this.#parts;
    this.#parts = [];
    return parts;
  }
}
