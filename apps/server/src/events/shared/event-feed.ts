import { randomBytes } from "node:crypto";
import { OpenOnce, type LogAppend, type StateLog } from "@precept/core";
import type { SharedEvent } from "../shared-event.ts";
import { Pump } from "./pump.ts";

/** What is stored beside the events: how far each source is published. It changes together with the events or not at all. */
export interface FeedState {
  /** Identifies the log in the ids of events, so that an id of another log is recognised. */
  readonly id: string;
  /** The position of each store up to which changes of rules are published. */
  readonly stores: Readonly<Record<string, string>>;
  /** The position in the audit log up to which violations are published. */
  readonly audit?: number;
  /** The versions of the contexts of sessions whose changes are published. */
  readonly contexts: Readonly<Record<string, string>>;
}

/** An event with its position in the log. */
export interface FeedEntry {
  readonly position: number;
  readonly event: SharedEvent;
}

/** What to publish. */
export interface FeedAppend {
  readonly events: readonly SharedEvent[];
  readonly state?: FeedState;
}

/** How many recent events are held for clients that reconnect. */
const maxHeld = 1000;

/** How many events are read at a time. */
const pageSize = 500;

/** How many events wait at most while the log cannot be written. */
const maxWaiting = 10_000;

/** The events of a project at all servers, in the order of a log that they share. Holds the recent ones. */
export class EventFeed {
  readonly #log: StateLog;
  readonly #listeners = new Set<(entry: FeedEntry) => void>();
  readonly #onLost: (count: number) => void;
  #held: FeedEntry[] = [];
  #position = 0;
  #unknownUntil = 0;
  #id: string | undefined;
  readonly #starting = new OpenOnce(() => this.#start());
  #reading: Promise<void> = Promise.resolve();
  #waiting: SharedEvent[] = [];
  readonly #writing = new Pump(() => this.#write());
  #endFollowing: (() => void) | undefined;
  #isClosed = false;

  /** @param onLost called with the number of events that were dropped, because the log could not be written for long. */
  constructor(log: StateLog, onLost: (count: number) => void) {
    this.#log = log;
    this.#onLost = onLost;
  }

  /** Identifies the log. Known once it was started. */
  get id(): string {
    return this.#id ?? "";
  }

  /** The position of the newest known event. */
  get position(): number {
    return this.#position;
  }

  /** The position up to which events are not held. */
  get unknownUntil(): number {
    return this.#unknownUntil;
  }

  /** The recent events, oldest first. */
  get held(): readonly FeedEntry[] {
    return this.#held;
  }

  /** Reads the recent events and follows the log. If it fails, the next call tries again. @throws PreceptError `STORE_FAILED` */
  start(): Promise<void> {
    return this.#starting.get();
  }

  /** Calls a function with each new event. */
  subscribe(listener: (entry: FeedEntry) => void): () => void {
    this.#listeners.add(listener);
    return () => void this.#listeners.delete(listener);
  }

  /** Publishes an event to the clients of all servers. While the log cannot be written, events wait. */
  publish(event: SharedEvent): void {
    if (this.#isClosed) return;
    this.#waiting.push(event);
    this.#writing.wake();
  }

  /**
   * Appends events by what is published already.
   *
   * @param change is called once, while no other server appends. @throws PreceptError `STORE_FAILED`
   */
  async append(change: (state: FeedState) => FeedAppend): Promise<void> {
    await this.#log.append((text): LogAppend => {
      const { events, state } = change(readState(text));
      return {
        entries: events.map((event) => JSON.stringify(event)),
        ...(state !== undefined && { state: JSON.stringify(state) }),
      };
    });
  }

  /** Returns how far each source is published. @throws PreceptError `STORE_FAILED` */
  async readState(): Promise<FeedState> {
    return readState((await this.#log.read({ after: 0, limit: 0 })).state);
  }

  /** Resolves when everything that was appended before is known here. @throws PreceptError `STORE_FAILED` */
  async catchUp(): Promise<void> {
    const reading = this.#reading.then(() => this.#read());
    this.#reading = reading.catch(() => undefined);
    await reading;
  }

  close(): void {
    this.#isClosed = true;
    this.#writing.stop();
    this.#endFollowing?.();
    this.#listeners.clear();
  }

  async #start(): Promise<void> {
    // Creates the id with the first server of the project.
    await this.#log.append((text) => ({ entries: [], ...(text === undefined && { state: JSON.stringify(readState(text)) }) }));
    const { last, prunedUntil, state } = await this.#log.read({ after: 0, limit: 0 });
    this.#id = readState(state).id;
    this.#position = Math.max(prunedUntil, last - maxHeld);
    this.#unknownUntil = this.#position;
    await this.catchUp();
    if (!this.#isClosed) this.#endFollowing = this.#log.follow(() => void this.catchUp().catch(() => undefined));
  }

  async #read(): Promise<void> {
    for (;;) {
      const { entries, last, prunedUntil } = await this.#log.read({ after: this.#position, limit: pageSize });
      if (this.#isClosed) return;
      // This server was away for so long that events are gone. Clients whose last event is older get a reset.
      if (prunedUntil > this.#position) this.#forgetUntil(prunedUntil);
      for (const { position, value } of entries) this.#deliver({ position, event: JSON.parse(value) as SharedEvent });
      if (this.#position >= last || entries.length === 0) return;
    }
  }

  #deliver(entry: FeedEntry): void {
    this.#position = entry.position;
    this.#held.push(entry);
    if (this.#held.length >= 2 * maxHeld) {
      this.#held = this.#held.slice(-maxHeld);
      this.#unknownUntil = (this.#held[0]?.position ?? 1) - 1;
    }
    for (const listener of this.#listeners) listener(entry);
  }

  #forgetUntil(position: number): void {
    this.#held = [];
    this.#position = position;
    this.#unknownUntil = position;
  }

  async #write(): Promise<void> {
    // Events of requests that are answered at the same time are written together.
    await new Promise((resolve) => setImmediate(resolve));
    const events = this.#waiting;
    if (events.length === 0) return;
    this.#waiting = [];
    try {
      await this.append(() => ({ events }));
    } catch (error) {
      const waiting = [...events, ...this.#waiting];
      if (waiting.length > maxWaiting) this.#onLost(waiting.length - maxWaiting);
      this.#waiting = waiting.slice(-maxWaiting);
      throw error;
    }
  }
}

function readState(text: string | undefined): FeedState {
  if (text === undefined) return { id: randomBytes(9).toString("base64url"), stores: {}, contexts: {} };
  return JSON.parse(text) as FeedState;
}
