import { createMemoryStore, passesFilter, type RuleFilter, type RuleStore, type StoredRule } from "@precept/core";

/** The state of a rule from an index until the next version. */
interface Version {
  readonly index: number;
  readonly stored: StoredRule | undefined;
}

/** A store whose states are all remembered. A state has an index, which every write increments. */
export class Server {
  readonly store: RuleStore = createMemoryStore();
  readonly #versions = new Map<string, Version[]>();
  readonly #times: number[];
  readonly #indexes = new Map<string, number>();
  #index = 0;

  constructor(now: () => number) {
    this.#times = [now()];
    this.store.subscribe((event) => {
      if (event.kind !== "changed") return;
      this.#index += 1;
      this.#times.push(now());
      this.#indexes.set(event.token, this.#index);
      for (const stored of event.saved) this.#add(stored.rule.id, stored);
      for (const id of event.deleted) this.#add(id, undefined);
    });
  }

  /** The index of the current state. */
  get index(): number {
    return this.#index;
  }

  /** The index of a position of the feed. */
  indexOf(token: string): number {
    return this.#indexes.get(token) ?? 0;
  }

  /** The index of the state at a time. */
  indexAt(time: number): number {
    const after = this.#times.findIndex((changedAt) => changedAt > time);
    return after === -1 ? this.#index : Math.max(0, after - 1);
  }

  /** The index at which a revision of a rule was written. */
  indexOfRevision(id: string, revision: string): number {
    return this.#versions.get(id)?.find(({ stored }) => stored?.revision === revision)?.index ?? 0;
  }

  /** The index of the first deletion of a rule after an index. */
  indexOfDeletion(id: string, after: number): number {
    return this.#versions.get(id)?.find(({ index, stored }) => index > after && stored === undefined)?.index ?? 0;
  }

  /** The revision of a rule in a state, as a reader with a filter sees it. */
  revisionAt(id: string, index: number, filter: RuleFilter): string | undefined {
    const stored = this.#versions.get(id)?.findLast((version) => version.index <= index)?.stored;
    return stored !== undefined && passesFilter(stored.rule, filter) ? stored.revision : undefined;
  }

  #add(id: string, stored: StoredRule | undefined): void {
    const versions = this.#versions.get(id) ?? [];
    versions.push({ index: this.#index, stored });
    this.#versions.set(id, versions);
  }
}
