import {
  passesFilter,
  type RuleStore,
  type StoreChange,
  type StoredRule,
  type StoreEvent,
  type SubscribeOptions,
} from "@precept/core";
import { expect } from "vitest";
import { byId, copyOf, listedBy, snapshotOf } from "./read.ts";

type Filter = NonNullable<SubscribeOptions["filter"]>;

/** A copy of the rules of a store, maintained from events, and from `changesSince` where an event is missing. */
export class RuleCopy {
  readonly #store: RuleStore;
  readonly #filter: Filter;
  readonly #rules = new Map<string, StoredRule>();
  readonly #omitted = new Set<string>();
  readonly #unsubscribe: () => void;
  #position = "";
  /** What the next `catchUp` has to do besides reading omitted rules. */
  #missing: "nothing" | "changes" | "everything" = "everything";
  #gaps = 0;

  private constructor(store: RuleStore, filter: Filter) {
    this.#store = store;
    this.#filter = filter;
    this.#unsubscribe = store.subscribe((event) => this.#onEvent(event), { filter });
  }

  /** Subscribes to a store and copies its rules. */
  static async of(store: RuleStore, filter: Filter = {}): Promise<RuleCopy> {
    const copy = new RuleCopy(store, filter);
    await copy.catchUp();
    copy.#gaps = 0;
    return copy;
  }

  /** The number of events that did not start at the position of the copy, and of resets. */
  get gaps(): number {
    return this.#gaps;
  }

  get position(): string {
    return this.#position;
  }

  get rules(): readonly StoredRule[] {
    return copyOf([...this.#rules.values()].toSorted(byId));
  }

  /** Reads what events did not contain, or continues on another connection to the same data. */
  async catchUp(store: RuleStore = this.#store): Promise<void> {
    if (this.#missing === "changes") await this.#readChanges(store);
    // Also if the store does not know the position any more.
    if (this.#missing === "everything") await this.#readAll(store);
    const omitted = [...this.#omitted];
    this.#omitted.clear();
    const found = await store.getMany(omitted);
    for (const id of omitted) this.#set(id, found.get(id));
  }

  /** Asks `changesSince` at the next `catchUp`, as after a lost connection. */
  loseEvents(): void {
    this.#missing = "changes";
  }

  /** Expects that the copy has the rules that the store has for its filter. */
  async expectEqual(store: RuleStore = this.#store): Promise<void> {
    expectCopyOf(await snapshotOf(store), this);
  }

  /** The rules of a store that pass the filter of the copy. */
  passing(all: readonly StoredRule[]): readonly StoredRule[] {
    return all.filter(({ rule }) => passesFilter(rule, this.#filter));
  }

  close(): void {
    this.#unsubscribe();
  }

  #onEvent(event: StoreEvent): void {
    if (event.kind === "state") return;
    if (event.kind === "changed" && event.after === this.#position && this.#missing === "nothing") {
      this.#apply(event);
      return;
    }
    this.#gaps += 1;
    this.#missing = event.kind === "reset" || this.#missing === "everything" ? "everything" : "changes";
  }

  async #readChanges(store: RuleStore): Promise<void> {
    this.#missing = "nothing";
    const change = await store.changesSince(this.#position, { filter: this.#filter });
    if (change.kind === "reset") this.#missing = "everything";
    else this.#apply(change);
  }

  async #readAll(store: RuleStore): Promise<void> {
    this.#missing = "nothing";
    // Before the rules, so that a change in between is read again rather than lost.
    this.#position = await store.etag();
    this.#rules.clear();
    for (const stored of await listedBy(store, { filter: this.#filter })) this.#set(stored.rule.id, stored);
  }

  #apply({ saved, deleted, omitted = [], token }: StoreChange): void {
    for (const stored of saved) this.#set(stored.rule.id, stored);
    for (const id of deleted) this.#set(id, undefined);
    for (const id of omitted) this.#omitted.add(id);
    this.#position = token;
  }

  #set(id: string, stored: StoredRule | undefined): void {
    this.#omitted.delete(id);
    if (stored !== undefined && passesFilter(stored.rule, this.#filter)) this.#rules.set(id, stored);
    else this.#rules.delete(id);
  }
}

/** Expects that a copy has the rules of a store, in the order of their ids, that pass its filter. */
export function expectCopyOf(all: readonly StoredRule[], copy: RuleCopy): void {
  expect(copy.rules).toEqual(copy.passing(all));
}
