import type { SubscribableEvent } from "@precept/contract";

/** An event of a channel, encoded once for all clients. */
export interface LoggedEvent {
  /** The position in the channel, from 1. */
  readonly sequence: number;
  readonly type: SubscribableEvent;
  readonly frame: Uint8Array;
}

export interface EventLogLimits {
  readonly maxEvents: number;
  readonly maxBytes: number;
}

/** The recent events of a channel. Older ones are dropped when there are too many, but the newest one never is. */
export class EventLog {
  readonly #limits: EventLogLimits;
  readonly #events: LoggedEvent[] = [];
  /** The sequence of the last dropped event of each type. */
  readonly #dropped = new Map<SubscribableEvent, number>();
  #bytes = 0;
  #last = 0;

  constructor(limits: EventLogLimits) {
    this.#limits = limits;
  }

  /** The sequence of the newest event; 0 if there was none. */
  get last(): number {
    return this.#last;
  }

  /** @param encode encodes the event with its sequence. */
  append(type: SubscribableEvent, encode: (sequence: number) => Uint8Array): LoggedEvent {
    this.#last += 1;
    const event = { sequence: this.#last, type, frame: encode(this.#last) };
    this.#events.push(event);
    this.#bytes += event.frame.byteLength;
    this.#dropOldest();
    return event;
  }

  /** Whether all events of these types after a position can be read. */
  has(after: number, types: ReadonlySet<SubscribableEvent>): boolean {
    for (const [type, dropped] of this.#dropped) if (dropped > after && types.has(type)) return false;
    return true;
  }

  /** Returns the first event of these types after a position; undefined if there is none yet. */
  next(after: number, types: ReadonlySet<SubscribableEvent>): LoggedEvent | undefined {
    const first = this.#events[0]?.sequence ?? 1;
    for (let at = Math.max(0, after + 1 - first); at < this.#events.length; at += 1) {
      const event = this.#events[at];
      if (event !== undefined && types.has(event.type)) return event;
    }
    return undefined;
  }

  #dropOldest(): void {
    const { maxEvents, maxBytes } = this.#limits;
    while (this.#events.length > 1 && (this.#events.length > maxEvents || this.#bytes > maxBytes)) {
      const dropped = this.#events.shift();
      if (dropped === undefined) return;
      this.#bytes -= dropped.frame.byteLength;
      this.#dropped.set(dropped.type, dropped.sequence);
    }
  }
}
