import type { StoreStatus } from "../model/store-state.ts";
import type { Rule } from "../model/rule.ts";
import type { Tenant } from "../model/tenant.ts";
import { passesFilter } from "../ports/rule-filter.ts";
import type { RuleStore, StoreChange, StoredRule, StoreEvent } from "../ports/rule-store.ts";

/** The differences between two states of a slice. */
export interface SliceChange {
  readonly saved: readonly Rule[];
  readonly deleted: readonly string[];
}

export interface SliceListener {
  /**
   * Called with every change of the rules.
   *
   * @param isFirst whether the rules were read for the first time, so that no answer was given without them.
   */
  readonly changed: (slice: StoreSlice, change: SliceChange, isFirst: boolean) => void;
  /** Called if `status` or `error` may have changed. */
  readonly stateChanged: (slice: StoreSlice) => void;
  /** Called when the store announces that its state or its diagnostics changed. */
  readonly announced: (slice: StoreSlice) => void;
}

/**
 * The rules of one owner in one store, kept current by the feed of the store.
 *
 * An event that follows the position of the slice is applied. Any other event, late or after a gap, makes the slice ask the store what changed since its
 * position. So an older rule never replaces a newer one, and a lost event is noticed with the next one, or by `verify`.
 */
export class StoreSlice {
  readonly store: RuleStore;
  readonly #filter: { readonly owner: Tenant };
  readonly #listener: SliceListener;
  readonly #unsubscribe: () => void;
  /** The revisions of the rules by id. */
  readonly #revisions = new Map<string, string>();
  /** The position of the rules in the feed; undefined until they were read. */
  #position: string | undefined;
  #failure: { readonly error: unknown } | undefined;
  #work: Promise<void> | undefined;
  /** Increased to abandon `#work`. */
  #attempt = 0;
  /** Whether something changed that `#work` may not have read. */
  #isBehind = false;
  /** Whether the rules have to be listed again. */
  #mustList = true;
  /** Whether rules may be held that were read after the position and deleted again. */
  #mayHoldDeleted = false;
  #isClosed = false;

  constructor(store: RuleStore, owner: Tenant, listener: SliceListener) {
    this.store = store;
    this.#filter = { owner };
    this.#listener = listener;
    // Subscribe before reading, so that no change is missed.
    this.#unsubscribe = store.subscribe((event) => this.#receive(event), { filter: this.#filter });
  }

  get size(): number {
    return this.#revisions.size;
  }

  /** `failed` if the rules could not be read yet, `stale` if they may be out of date. */
  get status(): StoreStatus {
    if (this.#failure === undefined && this.store.state().status === "ready") return "ready";
    return this.isRead ? "stale" : "failed";
  }

  /** Why the status is not `ready`. */
  get error(): unknown {
    return this.#failure === undefined ? this.store.state().error : this.#failure.error;
  }

  /** Whether the last reading failed. */
  get hasFailed(): boolean {
    return this.#failure !== undefined;
  }

  get isRead(): boolean {
    return this.#position !== undefined;
  }

  /** The current reading; undefined if there is none. Never rejects. */
  get pending(): Promise<void> | undefined {
    return this.#work;
  }

  get isClosed(): boolean {
    return this.#isClosed;
  }

  has(id: string): boolean {
    return this.#revisions.has(id);
  }

  /** The revision of a rule. */
  revisionOf(id: string): string | undefined {
    return this.#revisions.get(id);
  }

  /** Reads the rules, or brings them up to date. Never rejects: see `error`. */
  async update(): Promise<void> {
    this.#isBehind = true;
    this.#work ??= this.#start();
    await this.#work;
  }

  /** Brings the rules up to date if the store is at another position, for example because an event was lost. */
  async verify(): Promise<void> {
    if (this.#work !== undefined || this.#isClosed) return;
    try {
      if ((await this.store.etag({ filter: this.#filter })) === this.#position && this.#failure === undefined) return;
      // The position does not include changes of other owners, so a different one does not mean that an event was lost.
      await this.update();
    } catch (error) {
      this.#fail(error);
    }
  }

  /** Records that the store has not answered yet. The reading continues. */
  fail(error: unknown): void {
    this.#fail(error);
  }

  /** Gives up the current reading, so that `update` starts a new one. */
  abandon(error: unknown): void {
    this.#attempt += 1;
    this.#work = undefined;
    this.#mustList ||= this.#position === undefined;
    this.#fail(error);
  }

  close(): void {
    this.#isClosed = true;
    this.#attempt += 1;
    this.#unsubscribe();
  }

  #receive(event: StoreEvent): void {
    if (event.kind === "state") {
      this.#listener.stateChanged(this);
      this.#listener.announced(this);
      // The store may have lost changes while it was not ready.
      if (this.isRead && this.store.state().status === "ready") void this.verify();
      return;
    }
    if (event.kind === "reset") this.#mustList = true;
    // Until the first call of `update` there is nothing to bring up to date.
    if (!this.isRead && this.#work === undefined) return;
    if (event.kind === "changed" && this.#follows(event)) this.#apply(event);
    else void this.update();
  }

  /** Whether a change can be applied as it is. */
  #follows({ after, omitted = [] }: StoreChange): boolean {
    return after === this.#position && omitted.length === 0 && this.#work === undefined && !this.#mustList;
  }

  async #start(): Promise<void> {
    this.#attempt += 1;
    const attempt = this.#attempt;
    try {
      while (this.#isBehind && attempt === this.#attempt) {
        this.#isBehind = false;
        await (this.#mustList || this.#position === undefined ? this.#list(attempt) : this.#catchUp(this.#position, attempt));
      }
      if (attempt === this.#attempt) this.#failure = undefined;
    } catch (error) {
      if (attempt === this.#attempt) this.#failure = { error };
    }
    if (attempt !== this.#attempt) return;
    this.#work = undefined;
    this.#listener.stateChanged(this);
  }

  #fail(error: unknown): void {
    if (this.#isClosed) return;
    this.#failure = { error };
    this.#listener.stateChanged(this);
  }

  async #list(attempt: number): Promise<void> {
    this.#mustList = true;
    const token = await this.store.etag({ filter: this.#filter });
    const listed = new Map<string, StoredRule>();
    for await (const stored of this.store.list({ filter: this.#filter })) listed.set(stored.rule.id, stored);
    if (attempt !== this.#attempt) return;
    this.#replaceAll(listed, token);
    this.#mustList = false;
    if ((await this.store.etag({ filter: this.#filter })) === token) return;
    // The listing can include some of the changes after the token, and miss others.
    this.#isBehind = true;
    this.#mayHoldDeleted = true;
  }

  async #catchUp(position: string, attempt: number): Promise<void> {
    const change = await this.store.changesSince(position, { filter: this.#filter });
    const complete = change.kind === "changed" ? await this.#complete(change) : undefined;
    if (attempt !== this.#attempt) return;
    if (complete !== undefined) {
      this.#apply(complete);
      if (change.kind === "changed" && (change.omitted ?? []).length > 0) this.#mayHoldDeleted = true;
      if (this.#mayHoldDeleted) await this.#removeDeleted(attempt);
    } else {
      this.#mustList = true;
      this.#isBehind = true;
    }
  }

  /**
   * Removes rules that do not exist any more. A rule that was created and deleted again since a position is not part of `changesSince`, but a listing in
   * between can include it.
   */
  async #removeDeleted(attempt: number): Promise<void> {
    const ids = new Set<string>();
    for await (const { id } of this.store.listIds({ filter: this.#filter })) ids.add(id);
    if (attempt !== this.#attempt) return;
    this.#mayHoldDeleted = false;
    const gone = [...this.#revisions.keys()].filter((id) => !ids.has(id));
    for (const id of gone) this.#revisions.delete(id);
    this.#publish([], gone);
  }

  /** Reads the rules that a change omits. */
  async #complete(change: StoreChange): Promise<StoreChange> {
    const { omitted = [] } = change;
    if (omitted.length === 0) return change;
    const found = await this.store.getMany(omitted);
    const saved = [...found.values()].filter(({ rule }) => passesFilter(rule, this.#filter));
    const savedIds = new Set(saved.map(({ rule }) => rule.id));
    return {
      ...change,
      saved: [...change.saved, ...saved],
      deleted: [...change.deleted, ...omitted.filter((id) => !savedIds.has(id))],
    };
  }

  #apply({ saved, deleted, token }: StoreChange): void {
    this.#position = token;
    const gone = deleted.filter((id) => this.#revisions.delete(id));
    this.#publish(saved, gone);
  }

  #replaceAll(listed: ReadonlyMap<string, StoredRule>, token: string): void {
    // After a failed reading, the rules were missing from answers, so they are a change.
    const isFirst = this.#position === undefined && this.#failure === undefined;
    this.#position = token;
    const gone = [...this.#revisions.keys()].filter((id) => !listed.has(id));
    for (const id of gone) this.#revisions.delete(id);
    this.#publish([...listed.values()], gone, isFirst);
  }

  /** @param rules may include rules that are already known, since a catch-up can repeat a part of a listing. */
  #publish(rules: readonly StoredRule[], deleted: readonly string[], isFirst = false): void {
    const saved = rules.filter(({ rule, revision }) => this.#revisions.get(rule.id) !== revision);
    for (const { rule, revision } of saved) this.#revisions.set(rule.id, revision);
    if (saved.length === 0 && deleted.length === 0) return;
    this.#listener.changed(this, { saved: saved.map(({ rule }) => rule), deleted }, isFirst);
  }
}
