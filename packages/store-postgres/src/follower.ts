import type { ChangeFeed, ChangeRecord } from "@precept/core";
import { changesSince, readPosition, tokenOf, type Position } from "./changes.ts";
import type { Database } from "./database.ts";

/** Publishes the writes of all servers to subscribers, each once and in order. */
export class Follower {
  readonly #feed: ChangeFeed;
  readonly #store: string;
  /** The position up to which all writes are published: without subscribers, the last known one. */
  #published: Position | undefined;
  /** Reads of changes run one after the other. */
  #queue: Promise<unknown> = Promise.resolve();

  constructor(feed: ChangeFeed, store: string) {
    this.#feed = feed;
    this.#store = store;
  }

  /** Starts at the current position. Subscribers from before get a reset. */
  async start(database: Database): Promise<void> {
    this.#published = await readPosition(database);
    if (this.#feed.hasListeners) this.#feed.publishReset(this.#published.token);
    else this.#feed.token = this.#published.token;
  }

  /** Publishes the writes of all servers since the last call. */
  async catchUp(database: Database): Promise<void> {
    await this.#inOrder(() => this.#read(database));
  }

  /** Publishes a write of this process, after earlier writes of other servers. @param number its position. */
  async publish(database: Database, records: readonly ChangeRecord[], number: number): Promise<void> {
    const published = this.#published;
    if (published === undefined || number <= published.number) return;
    const end = { number, token: tokenOf(published.token.split(":")[0] ?? "", number) };
    if (!this.#feed.hasListeners) this.#advance(end, []);
    else if (number === published.number + 1) this.#advance(end, records);
    else await this.catchUp(database);
  }

  async #read(database: Database): Promise<void> {
    const published = this.#published;
    if (published === undefined || !this.#feed.hasListeners) return;
    const { records, end } = await changesSince(database, published.token, { store: this.#store });
    if (this.#published !== published) return this.#read(database);
    if (records === undefined || end.number > published.number) this.#advance(end, records);
  }

  /** @param records undefined if it is not known which rules changed. */
  #advance(end: Position, records: readonly ChangeRecord[] | undefined): void {
    this.#published = end;
    if (records === undefined) this.#feed.publishReset(end.token);
    else if (records.length > 0) this.#feed.publish(records, end.token);
    else this.#feed.token = end.token;
  }

  #inOrder(work: () => Promise<void>): Promise<void> {
    const done = this.#queue.then(work);
    this.#queue = done.catch(() => undefined);
    return done;
  }
}
