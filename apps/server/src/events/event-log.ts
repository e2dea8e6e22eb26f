import type { SubscribableEvent } from "@precept/contract";

/** An event of a channel, encoded once for all clients. */
export interface LoggedEvent {
  /** The position in the channel, from 1. In a channel of several servers, the position in their common log. */
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
  /** Events up to this sequence are not known. */
  readonly #unknownUntil: number;
  #bytes = 0;
  #last: number;

  /** @param start the sequence after which events are known. */
  constructor(limits: EventLogLimits, start = 0) {
    this.#limits = limits;
    this.#unknownUntil = start;
    this.#last = start;
  }

  /** The sequence of the newest event, or of the last one that was skipped; 0 if there was none. */
  get last(): number {
    return this.#last;
  }

  /** Notes that there is no event for the channel up to a sequence. */
  skipTo(sequence: number): void {
    this.#last = sequence;
  }

  /** @param encode encodes the event with its sequence. @param sequence default: the next one. */
  append(type: SubscribableEvent, encode: (sequence: number) => Uint8Array, sequence: number = this.#last + 1): LoggedEvent {
    this.#last = sequence;
    const event = { sequence: this.#last, type, frame: encode(this.#last) };
    this.#events.push(event);
    this.#bytes += event.frame.byteLength;
    this.#dropOldest();
    return event;
  }

  /** Whether all events of these types after a position can be read. */
  has(after: number, types: ReadonlySet<SubscribableEvent>): boolean {
    if (after < this.#unknownUntil) return false;
    for (const [type, dropped] of this.#dropped) if (dropped > after && types.has(type)) return false;
    return true;
  }

  /** Returns the first event of these types after a position; undefined if there is none yet. */
  next(after: number, types: ReadonlySet<SubscribableEvent>): LoggedEvent | undefined {
    for (let at = this.#indexAfter(after); at < this.#events.length; at += 1) {
      const event = this.#events[at];
      if (event !== undefined && types.has(event.type)) return event;
    }
    return undefined;
  }

  /** The index of the first event after a position. Sequences ascend, and can have gaps. */
  #indexAfter(after: number): number {
    let [low, high] = [0, this.#events.length];
    while (low < high) {
      const middle = (low + high) >>> 1;
      if ((this.#events[middle]?.sequence ?? 0) > after) high = middle;
      else low = middle + 1;
    }
    return low;
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
