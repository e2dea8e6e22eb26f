import type { ChangeFeed } from "@precept/core";
import { changesSince, dataVersion, newestRevision } from "./changes.ts";
import type { Driver } from "./driver.ts";
import type { WriteOutcome } from "./write.ts";

/** Knows up to which revision subscribers were told, so that they hear of each write once, whoever made it, and in order. */
export class Follower {
  readonly #feed: ChangeFeed;
  readonly #store: string;
  #told = 0;
  #dataVersion = 0;

  /** @param store the id of the store. */
  constructor(feed: ChangeFeed, store: string) {
    this.#feed = feed;
    this.#store = store;
  }

  /** Begins here: what was written so far is no change. */
  begin(driver: Driver): void {
    // In this order: what is written in between is looked at once too often, not never.
    this.#dataVersion = dataVersion(driver);
    this.#told = newestRevision(driver);
  }

  /** Tells what other connections wrote since the last look. Costs next to nothing where they wrote nothing. */
  look(driver: Driver): void {
    const version = dataVersion(driver);
    if (version === this.#dataVersion) return;
    const { change, upTo } = changesSince(driver, this.#told, this.#store);
    this.#dataVersion = version;
    this.#told = upTo;
    this.#feed.publish(change);
  }

  /** Does the work in a transaction and tells of it, after what others wrote before it: nothing can come in between, since one writes at a time. */
  write(driver: Driver, work: () => WriteOutcome): WriteOutcome {
    const { others, outcome, upTo } = driver.transaction(() => ({
      others: this.#feed.hasListeners ? changesSince(driver, this.#told, this.#store).change : undefined,
      outcome: work(),
      upTo: newestRevision(driver),
    }));
    this.#told = upTo;
    if (others !== undefined) this.#feed.publish(others);
    this.#feed.publish(outcome.change);
    return outcome;
  }
}
