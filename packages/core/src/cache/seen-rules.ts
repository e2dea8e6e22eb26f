import type { RuleRevision, StoredRule, StoredRuleId } from "../ports/rule-store.ts";
import type { FeedPosition } from "./feed-position.ts";
import type { Snapshots } from "./snapshots.ts";

/** Compares what the store returned directly with the snapshots, so that a later cached read is not older. */
export class SeenRules {
  readonly #snapshots: Snapshots;
  readonly #feed: FeedPosition;

  constructor(snapshots: Snapshots, feed: FeedPosition) {
    this.#snapshots = snapshots;
    this.#feed = feed;
  }

  /** Notes the revision of a rule. Undefined means that the rule does not exist. */
  see(id: string, revision: string | undefined): void {
    // A missing rule is no proof either: the snapshot of its owner may just be on its way.
    if (revision === undefined || this.#snapshots.find(id)?.revision !== revision) this.#feed.doubt("seen");
  }

  async *list(rules: AsyncIterable<StoredRule>): AsyncIterable<StoredRule> {
    try {
      for await (const stored of rules) {
        this.see(stored.rule.id, stored.revision);
        yield stored;
      }
    } finally {
      this.#endListing();
    }
  }

  async *listIds(ids: AsyncIterable<StoredRuleId>): AsyncIterable<StoredRuleId> {
    try {
      for await (const listed of ids) {
        this.see(listed.id, listed.revision);
        yield listed;
      }
    } finally {
      this.#endListing();
    }
  }

  async *history(id: string, revisions: AsyncIterable<RuleRevision>): AsyncIterable<RuleRevision> {
    let isFirst = true;
    for await (const revision of revisions) {
      if (isFirst) this.see(id, revision.deleted ? undefined : revision.revision);
      isFirst = false;
      yield revision;
    }
  }

  /** A listing also shows which rules do not exist, which a comparison with the filter and the limit could only find with effort. */
  #endListing(): void {
    this.#feed.doubt("seen");
    if (this.#snapshots.size === 0) return;
    // Immediately, so that the rules in memory can be used if the store fails later. Otherwise the next read reports the error.
    this.#feed.confirm().catch(() => undefined);
  }
}
