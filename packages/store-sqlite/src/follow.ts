import type { ChangeFeed } from "@precept/core";
import { changesSince, dataVersion, newestRevision } from "./changes.ts";
import type { Driver } from "./driver.ts";
import type { WriteOutcome } from "./write.ts";

/** Publishes the writes of all connections to subscribers, each once and in order. */
export class Follower {
  readonly #feed: ChangeFeed;
  readonly #store: string;
  #published = 0;
  #dataVersion = 0;

  /** @param store the id of the store. */
  constructor(feed: ChangeFeed, store: string) {
    this.#feed = feed;
    this.#store = store;
  }

  /** Starts at the current revision. Earlier writes are not published. */
  start(driver: Driver): void {
    // In this order, a write in between is read twice rather than missed.
    this.#dataVersion = dataVersion(driver);
    this.#published = newestRevision(driver);
  }

  /** Publishes the writes of other connections since the last call. Fast if there are none. */
  poll(driver: Driver): void {
    const version = dataVersion(driver);
    if (version === this.#dataVersion) return;
    const { change, upTo } = changesSince(driver, this.#published, this.#store);
    this.#dataVersion = version;
    this.#published = upTo;
    this.#feed.publish(change);
  }

  /** Runs a write in a transaction and publishes it, after earlier writes of other connections. */
  write(driver: Driver, work: () => WriteOutcome): WriteOutcome {
    const { others, outcome, upTo } = driver.transaction(() => ({
      others: this.#feed.hasListeners ? changesSince(driver, this.#published, this.#store).change : undefined,
      outcome: work(),
      upTo: newestRevision(driver),
    }));
    this.#published = upTo;
    if (others !== undefined) this.#feed.publish(others);
    this.#feed.publish(outcome.change);
    return outcome;
  }
}
