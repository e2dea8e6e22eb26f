import { createParser, type EventSourceMessage } from "eventsource-parser";

/** An event as it was received. */
interface ReceivedEvent {
  readonly type: string;
  readonly data: string;
}

/** Reads the events of a server on one connection, without reconnecting. */
export class EventReader {
  /** Resolves when the server has accepted the connection. */
  readonly connected: Promise<void>;
  /** The first event with data. */
  readonly first: Promise<ReceivedEvent>;
  #lastId: string;
  readonly #end = new AbortController();
  readonly #ended: Promise<void>;

  /** @param lastId the id of the last event that the client has seen, on an earlier connection. */
  constructor(url: string, lastId = "") {
    this.#lastId = lastId;
    const connected = Promise.withResolvers<void>();
    const first = Promise.withResolvers<ReceivedEvent>();
    this.connected = connected.promise;
    this.first = first.promise;
    this.#ended = this.#read(`${url}/api/v1/events`, connected.resolve, first.resolve).catch(connected.reject);
  }

  /** Closes the connection. Returns the id of the last event. */
  async end(): Promise<string> {
    this.#end.abort();
    await this.#ended;
    return this.#lastId;
  }

  async #read(url: string, onConnect: () => void, onEvent: (event: ReceivedEvent) => void): Promise<void> {
    const headers = { accept: "text/event-stream", ...(this.#lastId !== "" && { "last-event-id": this.#lastId }) };
    const { body, status } = await fetch(url, { headers, signal: this.#end.signal });
    if (body === null || status !== 200) throw new Error(`The server answered ${status}.`);
    onConnect();
    const parser = createParser({
      onEvent: ({ id, event = "message", data }: EventSourceMessage) => {
        if (id !== undefined) this.#lastId = id;
        onEvent({ type: event, data });
      },
    });
    try {
      for await (const chunk of body.pipeThrough(new TextDecoderStream())) parser.feed(chunk);
    } catch {
      // The connection was closed, by this reader or because the server was killed.
    }
  }
}
