import type { Rule } from "../model/rule.ts";
import { guardListener } from "./listeners.ts";
import { passesFilter, type RuleFilter } from "./rule-filter.ts";
import type { StoreChange, StoreEvent, SubscribeOptions } from "./rule-store.ts";
import type { StoredRule } from "./stored-rule.ts";

/** The change of one rule. */
export interface ChangeRecord {
  readonly id: string;
  /** The rule before the change; undefined if it is new. */
  readonly before: Rule | undefined;
  /** The rule after the change; undefined if it was deleted. */
  readonly after: StoredRule | undefined;
}

interface Subscriber {
  readonly notify: (event: StoreEvent) => void;
  readonly filter: RuleFilter;
  /** The token of the last change that it knows. Changes that do not pass its filter do not count. */
  position: string;
}

/** Publishes the changes of a store to subscribers, each with its own filter. For implementations of `RuleStore`. */
export class ChangeFeed {
  readonly #subscribers = new Set<Subscriber>();
  readonly #onListenerError: (error: unknown) => void;
  readonly #queue: ((subscriber: Subscriber) => void)[] = [];
  #token: string;

  /** @param token the position of the store. @param onListenerError default: errors of listeners are ignored. */
  constructor(token: string, onListenerError: (error: unknown) => void = () => undefined) {
    this.#token = token;
    this.#onListenerError = onListenerError;
  }

  get hasListeners(): boolean {
    return this.#subscribers.size > 0;
  }

  /** The position after the last published change. */
  get token(): string {
    return this.#token;
  }

  /** Sets the position without publishing anything, for changes before the first subscription. */
  set token(token: string) {
    this.#token = token;
  }

  subscribe(listener: (event: StoreEvent) => void, { filter = {} }: SubscribeOptions = {}): () => void {
    const subscriber = { notify: guardListener(listener, this.#onListenerError), filter, position: this.#token };
    this.#subscribers.add(subscriber);
    return () => this.#subscribers.delete(subscriber);
  }

  /** Publishes changes, at least one, to subscribers whose filter one passes. @param token the position after them. */
  publish(records: readonly ChangeRecord[], token: string): void {
    this.#token = token;
    this.#deliver((subscriber) => {
      const { saved, deleted } = selectChanges(records, subscriber.filter);
      if (saved.length === 0 && deleted.length === 0) return;
      const after = subscriber.position;
      subscriber.position = token;
      subscriber.notify({ kind: "changed", after, token, saved, deleted });
    });
  }

  /** Announces that any rule may have changed. */
  publishReset(token: string): void {
    this.#token = token;
    this.#deliver((subscriber) => {
      subscriber.position = token;
      subscriber.notify({ kind: "reset", token });
    });
  }

  /** Announces that the state or the diagnostics of the store changed. */
  publishState(): void {
    this.#deliver((subscriber) => subscriber.notify({ kind: "state" }));
  }

  close(): void {
    this.#subscribers.clear();
  }

  /** Delivers to all subscribers. Events that listeners cause are delivered afterwards, in the same order for all. */
  #deliver(event: (subscriber: Subscriber) => void): void {
    this.#queue.push(event);
    if (this.#queue.length > 1) return;
    for (let next = this.#queue[0]; next !== undefined; next = this.#queue[0]) {
      // Copied, because a listener may subscribe or unsubscribe others.
      const current = [...this.#subscribers];
      for (const subscriber of current) next(subscriber);
      this.#queue.shift();
    }
  }
}

/** Returns the part of changes that passes a filter. A rule that no longer passes counts as deleted. */
export function selectChanges(records: readonly ChangeRecord[], filter: RuleFilter): Pick<StoreChange, "saved" | "deleted"> {
  const saved: StoredRule[] = [];
  const deleted: string[] = [];
  for (const { id, before, after } of records) {
    if (after !== undefined && passesFilter(after.rule, filter)) saved.push(after);
    else if (before !== undefined && passesFilter(before, filter)) deleted.push(id);
  }
  return { saved, deleted };
}
