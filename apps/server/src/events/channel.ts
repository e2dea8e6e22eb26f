import { randomBytes } from "node:crypto";
import type { EventData, SubscribableEvent } from "@precept/contract";
import { EventLog, type EventLogLimits } from "./event-log.ts";
import { EventStream } from "./event-stream.ts";
import { encodeEvent } from "./frame.ts";
import type { VisibleEvent } from "./shared-event.ts";

export type Publish = <Type extends SubscribableEvent>(type: Type, data: EventData<Type>) => void;

export interface ChannelSource {
  /** Resolves when the sources publish everything that happens from now on. */
  readonly ready: Promise<void>;
  readonly close: () => void;
}

/** The log of several servers that a channel shows. */
interface ChannelFeed {
  readonly id: string;
  /** The position after which its events are known. */
  readonly unknownUntil: number;
}

/** Publishes an event at a position of the feed. Without an event, the position has none that the channel shows. */
export type PublishAt = (position: number, event: VisibleEvent | undefined) => void;

export interface ChannelOptions extends EventLogLimits {
  /** Default: the channel numbers its events itself. */
  readonly feed?: ChannelFeed;
  /** Connects the sources of events. @param fail call it if a source failed, so that later events would be missing. */
  readonly connect: (publish: Publish, fail: (reason: string) => void, publishAt: PublishAt) => ChannelSource;
  readonly onFailed: () => void;
}

/** The events that some clients see, and the streams of these clients. */
export class Channel {
  /** Random, so that an id of another channel, of an earlier start of the server, or of another feed is recognised. */
  readonly id: string;
  readonly #log: EventLog;
  readonly #source: ChannelSource;
  readonly #streams = new Set<EventStream>();
  #isClosed = false;

  constructor({ connect, onFailed, feed, ...limits }: ChannelOptions) {
    this.id = feed?.id ?? randomBytes(9).toString("base64url");
    this.#log = new EventLog(limits, feed?.unknownUntil);
    const fail = (reason: string): void => {
      this.close(reason);
      onFailed();
    };
    this.#source = connect(this.publish, fail, (position, event) => {
      if (event === undefined) this.#log.skipTo(position);
      else this.#publish(event.type, event.data, position);
    });
  }

  /** Resolves when the channel has everything that happens from now on. */
  get ready(): Promise<void> {
    return this.#source.ready;
  }

  get isClosed(): boolean {
    return this.#isClosed;
  }

  /** The number of open streams. */
  get size(): number {
    return this.#streams.size;
  }

  readonly publish: Publish = (type, data) => this.#publish(type, data);

  #publish<Type extends SubscribableEvent>(type: Type, data: EventData<Type>, position?: number): void {
    if (this.#isClosed) return;
    const event = this.#log.append(type, (sequence) => encodeEvent(this.#idOf(sequence), type, data), position);
    for (const stream of this.#streams) stream.notify(event);
  }

  /** Opens a stream after the last event that the client received, or with `reset` if that is not possible. */
  open(types: ReadonlySet<SubscribableEvent>, lastId: string | undefined): EventStream {
    const stream = new EventStream({ log: this.#log, types, ...this.#start(types, lastId) });
    this.#streams.add(stream);
    void stream.closed.then(() => this.#streams.delete(stream));
    return stream;
  }

  sendHeartbeat(): void {
    for (const stream of this.#streams) stream.sendHeartbeat();
  }

  /** Ends all streams. @param reason their final comment. */
  close(reason: string): void {
    if (this.#isClosed) return;
    this.#isClosed = true;
    this.#source.close();
    for (const stream of this.#streams) stream.end(reason);
  }

  #start(types: ReadonlySet<SubscribableEvent>, lastId: string | undefined) {
    const after = this.#log.last;
    const id = this.#idOf(after);
    if (lastId === undefined) return { after, first: encodeEvent(id, "connected", { types: [...types] }) };
    const position = this.#positionOf(lastId);
    if (position !== undefined && this.#log.has(position, types)) return { after: position };
    const reset =
      position === undefined
        ? ({ reason: "unknown_id", detail: "The server does not know the last event of the client." } as const)
        : ({ reason: "expired", detail: "The server no longer has all events since the last event of the client." } as const);
    return { after, first: encodeEvent(id, "reset", reset) };
  }

  #idOf(sequence: number): string {
    return `${this.id}-${sequence}`;
  }

  #positionOf(id: string): number | undefined {
    const prefix = `${this.id}-`;
    const rest = id.slice(prefix.length);
    if (!id.startsWith(prefix) || !/^(?:0|[1-9]\d{0,15})$/.test(rest)) return undefined;
    const position = Number(rest);
    return position <= this.#log.last ? position : undefined;
  }
}
