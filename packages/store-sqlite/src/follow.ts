import type { ChangeFeed, ChangeRecord } from "@precept/core";
import { changesSince, type ChangesSince, dataVersion, readPosition } from "./changes.ts";
import type { Driver } from "./driver.ts";

export interface WriteOutcome<Result> {
  readonly result: Result;
  readonly records: readonly ChangeRecord[];
}

/** Publishes the writes of all connections to subscribers, each once and in order. */
export class Follower {
  readonly #feed: ChangeFeed;
  readonly #store: string;
  /** The position up to which all writes are published. */
  #token = "";
  #dataVersion = 0;

  constructor(feed: ChangeFeed, store: string) {
    this.#feed = feed;
    this.#store = store;
  }

  /** Starts at the current position. Subscribers that subscribed before the file could be opened get a reset. */
  start(driver: Driver): void {
    // In this order, a write in between is read twice instead of being missed.
    this.#dataVersion = dataVersion(driver);
    this.#token = readPosition(driver).token;
    if (this.#feed.hasListeners) this.#feed.publishReset(this.#token);
    else this.#feed.token = this.#token;
  }

  /** Publishes the writes of other connections since the last call. Fast if there are none. */
  poll(driver: Driver): void {
    if (!this.#feed.hasListeners) return;
    const version = dataVersion(driver);
    if (version === this.#dataVersion) return;
    const changes = changesSince(driver, this.#token, this.#store);
    this.#dataVersion = version;
    this.#token = changes.token;
    this.#publish(changes);
  }

  /** Runs a write in a transaction and publishes it, after earlier writes of other connections. */
  write<Result>(driver: Driver, work: () => WriteOutcome<Result>): Result {
    const { others, outcome, token } = driver.transaction(() => ({
      // Without subscribers nothing is published. The first subscriber starts at the current position.
      others: this.#feed.hasListeners ? changesSince(driver, this.#token, this.#store) : undefined,
      outcome: work(),
      token: readPosition(driver).token,
    }));
    if (others !== undefined) {
      this.#token = token;
      this.#publish(others);
      this.#publish({ records: outcome.records, token });
    }
    return outcome.result;
  }

  #publish({ records, token }: ChangesSince): void {
    if (records === undefined) this.#feed.publishReset(token);
    else if (records.length > 0) this.#feed.publish(records, token);
  }
}
