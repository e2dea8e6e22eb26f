import type { SubscribableEvent } from "@precept/contract";
import type { EventLog, LoggedEvent } from "./event-log.ts";
import { encodeComment } from "./frame.ts";

export interface EventStreamOptions {
  readonly log: EventLog;
  readonly types: ReadonlySet<SubscribableEvent>;
  /** The position in the log after which the stream begins. */
  readonly after: number;
  /** What the stream begins with. Default: nothing. */
  readonly first?: Uint8Array | undefined;
}

/** A client's stream. It reads the channel's log at the client's pace, and ends if the log dropped unread events. */
export class EventStream {
  readonly body: ReadableStream<Uint8Array>;
  readonly closed: Promise<void>;
  readonly #log: EventLog;
  readonly #types: ReadonlySet<SubscribableEvent>;
  readonly #onClosed: () => void;
  #controller: ReadableStreamDefaultController<Uint8Array> | undefined;
  #after: number;
  #isClosed = false;
  /** Set while the client waits for an event. */
  #served: (() => void) | undefined;

  constructor({ log, types, after, first }: EventStreamOptions) {
    this.#log = log;
    this.#types = types;
    this.#after = after;
    const { promise, resolve } = Promise.withResolvers<void>();
    this.closed = promise;
    this.#onClosed = resolve;
    this.body = new ReadableStream<Uint8Array>(
      {
        start: (controller) => {
          this.#controller = controller;
          if (first !== undefined) controller.enqueue(first);
        },
        pull: () => this.#pull(),
        cancel: () => this.#close(),
      },
      // Nothing is read from the log before the client reads it.
      { highWaterMark: 0 },
    );
  }

  notify({ sequence, type }: LoggedEvent): void {
    if (this.#served === undefined) return;
    // A waiting client has read everything before this event.
    if (this.#types.has(type)) this.#serve();
    else this.#after = sequence;
  }

  /** Sends a comment, if the client waits for events. */
  sendHeartbeat(): void {
    if (this.#served === undefined) return;
    this.#controller?.enqueue(encodeComment("heartbeat"));
    this.#resume();
  }

  /** Ends the stream. @param reason the final comment. */
  end(reason: string): void {
    if (this.#isClosed) return;
    this.#controller?.enqueue(encodeComment(reason));
    this.#controller?.close();
    this.#close();
    this.#resume();
  }

  #pull(): Promise<void> | undefined {
    if (this.#serve()) return undefined;
    return new Promise((resolve) => {
      this.#served = resolve;
    });
  }

  /** Sends the next event, if there is one. */
  #serve(): boolean {
    if (!this.#log.has(this.#after, this.#types)) {
      this.end("the client reads too slowly");
      return true;
    }
    const event = this.#log.next(this.#after, this.#types);
    if (event === undefined) {
      this.#after = this.#log.last;
      return false;
    }
    this.#after = event.sequence;
    this.#controller?.enqueue(event.frame);
    this.#resume();
    return true;
  }

  #resume(): void {
    const served = this.#served;
    this.#served = undefined;
    served?.();
  }

  #close(): void {
    this.#isClosed = true;
    this.#onClosed();
  }
}
