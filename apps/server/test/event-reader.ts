import { eventSchemas, type EventType, type ServerEvent } from "@precept/contract";
import { assert } from "vitest";

/** A comment of a stream. */
export interface StreamComment {
  readonly comment: string;
}

/** Reads a stream of events. Fails the test if an event differs from its schema. */
export class EventReader {
  readonly #reader: ReadableStreamDefaultReader<Uint8Array>;
  readonly #decoder = new TextDecoder();
  #text = "";
  #pending: ReturnType<ReadableStreamDefaultReader<Uint8Array>["read"]> | undefined;
  /** The id of the last event. */
  lastId: string | undefined;

  constructor(body: ReadableStream<Uint8Array>) {
    this.#reader = body.getReader();
  }

  /** Returns the next event or comment; undefined at the end of the stream. */
  async read(): Promise<ServerEvent | StreamComment | undefined> {
    for (;;) {
      const end = this.#text.indexOf("\n\n");
      if (end >= 0) {
        const frame = this.#text.slice(0, end);
        this.#text = this.#text.slice(end + 2);
        return this.#parse(frame);
      }
      this.#pending ??= this.#reader.read();
      const { done, value } = await this.#pending;
      this.#pending = undefined;
      if (done) {
        assert.equal(this.#text, "");
        return undefined;
      }
      this.#text += this.#decoder.decode(value, { stream: true });
    }
  }

  /** Returns the next event or comment if it is there already. */
  async readNow(): Promise<ServerEvent | StreamComment | undefined | "nothing"> {
    if (!this.#text.includes("\n\n")) {
      this.#pending ??= this.#reader.read();
      const isHere = await Promise.race([this.#pending.then(() => true), tick().then(() => false)]);
      if (!isHere) return "nothing";
    }
    return this.read();
  }

  /** Returns the next event. Fails the test at the end of the stream. */
  async next(): Promise<ServerEvent> {
    for (;;) {
      const found = await this.read();
      assert.isDefined(found);
      if ("event" in found) return found;
    }
  }

  /** Returns the next event of a type, and skips others. */
  async nextOf<Type extends EventType>(type: Type): Promise<Extract<ServerEvent, { readonly event: Type }>> {
    for (;;) {
      const found = await this.next();
      if (found.event === type) return found as Extract<ServerEvent, { readonly event: Type }>;
    }
  }

  /** Disconnects. */
  async close(): Promise<void> {
    await this.#reader.cancel();
  }

  #parse(frame: string): ServerEvent | StreamComment {
    if (frame.startsWith(": ")) return { comment: frame.slice(2) };
    const fields = Object.fromEntries(
      frame.split("\n").map((line) => [line.slice(0, line.indexOf(":")), line.slice(line.indexOf(":") + 2)]),
    );
    assert.deepEqual(Object.keys(fields), ["event", "data", "id"]);
    const event = fields["event"] as EventType;
    const data: unknown = JSON.parse(fields["data"] ?? "");
    assert.deepEqual<unknown>(eventSchemas[event].parse(data), data);
    this.lastId = fields["id"];
    return { id: fields["id"], event, data } as ServerEvent;
  }
}

async function tick(): Promise<void> {
  await new Promise((resolve) => {
    setImmediate(resolve);
  });
}
