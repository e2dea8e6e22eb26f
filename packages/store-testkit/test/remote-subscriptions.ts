import { guardListener, selectChanges, type ChangeRecord, type RuleStore, type StoreChange } from "@precept/core";

interface Subscription {
  readonly notify: Parameters<RuleStore["subscribe"]>[0];
  readonly filter: NonNullable<NonNullable<Parameters<RuleStore["subscribe"]>[1]>["filter"]>;
  /** The position after the last change that the server sent. */
  sent: string;
  /** Changes of other connections that have not arrived. */
  pending: StoreChange[];
}

/**
 * The subscriptions of a connection to a server. Changes of other connections arrive late, twice, out of order or not
 * at all.
 */
export class RemoteSubscriptions {
  readonly #subscriptions = new Set<Subscription>();
  #sent = 0;

  add(listener: Subscription["notify"], options: Parameters<RuleStore["subscribe"]>[1], position: string): () => void {
    const notify = guardListener(listener, () => undefined);
    const subscription: Subscription = { notify, filter: options?.filter ?? {}, sent: position, pending: [] };
    this.#subscriptions.add(subscription);
    return () => this.#subscriptions.delete(subscription);
  }

  /** Sends a change to the subscriptions whose filter it passes: immediately if it is the connection's own. */
  send(record: ChangeRecord, token: string, isOwn: boolean): void {
    for (const subscription of this.#subscriptions) {
      const { saved, deleted } = selectChanges([record], subscription.filter);
      if (saved.length === 0 && deleted.length === 0) continue;
      const change: StoreChange = { kind: "changed", after: subscription.sent, token, saved, deleted };
      subscription.sent = token;
      this.#sent += 1;
      // Some messages only name the rules.
      const { id } = record;
      const message = this.#sent % 3 === 0 ? { ...change, saved: [], deleted: [], omitted: [id] } : change;
      if (isOwn) subscription.notify(message);
      else subscription.pending.push(message);
    }
  }

  /**
   * Delivers some of the late changes, and always the last one of each subscription, by which a subscriber notices the
   * lost ones.
   */
  deliver(): void {
    for (const subscription of this.#subscriptions) {
      const { pending } = subscription;
      subscription.pending = [];
      const last = pending.pop();
      const some = pending.filter((_, at) => at % 3 !== 1).toReversed();
      for (const change of [...some, ...some.slice(0, 1)]) subscription.notify(change);
      if (last !== undefined) subscription.notify(last);
    }
  }

  clear(): void {
    this.#subscriptions.clear();
  }
}
