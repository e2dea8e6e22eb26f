import { createRule } from "../model/create-rule.ts";
import { PreceptError } from "../model/error.ts";
import { frozenCopy } from "../model/json.ts";
import type { Rule } from "../model/rule.ts";
import { assertNoCycle, assertRevision, assertUniqueName, nextVersion } from "../model/save-rule.ts";
import type { CancelSignal } from "../ports/cancellable.ts";
import { ChangeFeed, type ChangeRecord } from "../ports/change-feed.ts";
import { ChangeLog } from "../ports/change-log.ts";
import {
  addUse,
  createUnsupportedOperations,
  getManyStored,
  getStored,
  listRevisions,
  listStored,
  listStoredIds,
  revisionsToPrune,
  writeEach,
} from "../ports/store-parts.ts";
import type {
  HistoryOptions,
  ListOptions,
  PruneOptions,
  ReadOptions,
  RuleRevision,
  RuleStore,
  RuleUsage,
  RuleUse,
  RuleWrite,
  StoreCapabilities,
} from "../ports/rule-store.ts";
import type { StoredRule } from "../ports/stored-rule.ts";

export interface MemoryStoreOptions {
  /** Default `memory`. */
  readonly id?: string;
  /** The initial rules. Default: none. */
  readonly rules?: Iterable<Rule>;
  /** Whether to keep earlier revisions, including those of deleted rules. Default true. */
  readonly history?: boolean;
  /**
   * Distinguishes the feed positions of this store from those of other stores with the same id. Without it, the store
   * does not have the capability `positions`. Default: the id.
   */
  readonly epoch?: string;
  /** The clock for the times of revisions, ISO 8601. Default: revisions have no times. */
  readonly now?: () => string;
  /** Receives errors of listeners. Default: errors are ignored. */
  readonly onListenerError?: (error: unknown) => void;
}

/**
 * Creates a store in memory: for session rules, for tests, and as the reference for other stores.
 *
 * @example
 * ```ts
 * import { createMemoryStore, createRule, createRulebook } from "@precept/core";
 *
 * const store = createMemoryStore({ rules: [createRule({ id: "tests", name: "tests", content: "Write tests." })] });
 * await using rulebook = createRulebook({ stores: [store] });
 * ```
 */
export function createMemoryStore(options: MemoryStoreOptions = {}): RuleStore {
  return new MemoryStore(options);
}

class MemoryStore implements RuleStore {
  readonly id: string;
  readonly capabilities: StoreCapabilities;
  readonly search: RuleStore["search"];
  readonly #now: (() => string) | undefined;
  readonly #feed: ChangeFeed;
  readonly #log: ChangeLog;
  readonly #usage = new Map<string, RuleUsage>();
  readonly #rules = new Map<string, StoredRule>();
  readonly #revisions = new Map<string, readonly RuleRevision[]>();
  #writes = 0;
  #closed = false;

  constructor({ id = "memory", rules = [], history = true, epoch, now, onListenerError }: MemoryStoreOptions) {
    this.id = id;
    this.capabilities = {
      write: true,
      search: false,
      history,
      usage: true,
      transactions: true,
      positions: epoch !== undefined,
      orderedIds: true,
      ruleCursors: true,
      cycleChecks: true,
    };
    ({ search: this.search } = createUnsupportedOperations(id));
    this.#now = now;
    for (const rule of rules) this.#store({ kind: "save", rule });
    this.#log = new ChangeLog(epoch ?? id);
    this.#feed = new ChangeFeed(this.#log.token, onListenerError);
  }

  async *list(options: ListOptions = {}) {
    this.#assertOpen(options.signal);
    yield* listStored([...this.#rules.values()], options, () => this.#assertOpen(options.signal));
  }

  async *listIds(options: ListOptions = {}) {
    yield* listStoredIds(this.list(options));
  }

  async get(id: string, { signal, tenant }: ReadOptions = {}) {
    this.#assertOpen(signal);
    return getStored(this.#rules, id, tenant);
  }

  async getMany(ids: readonly string[], { signal, tenant }: ReadOptions = {}) {
    this.#assertOpen(signal);
    return getManyStored(this.#rules, ids, tenant);
  }

  async etag({ signal }: Parameters<RuleStore["etag"]>[0] = {}) {
    this.#assertOpen(signal);
    return this.#log.token;
  }

  async changesSince(token: string, options: Parameters<RuleStore["changesSince"]>[1] = {}) {
    this.#assertOpen(options.signal);
    return this.#log.since(token, options);
  }

  async hasReached(position: string, { signal }: Parameters<RuleStore["hasReached"]>[1] = {}) {
    this.#assertOpen(signal);
    if (!this.capabilities.positions) return createUnsupportedOperations(this.id).hasReached(position);
    return this.#log.hasReached(position, this.id);
  }

  async save(rule: Rule, { signal, ...options }: Parameters<RuleStore["save"]>[1] = {}) {
    const [saved] = this.#write([{ kind: "save", rule, ...options }], signal);
    return saved as StoredRule;
  }

  async delete(id: string, { revision, signal }: Parameters<RuleStore["delete"]>[1] = {}) {
    this.#assertOpen(signal);
    const existed = this.#rules.has(id);
    this.#write([{ kind: "delete", id, revision }], signal);
    return existed;
  }

  async apply(writes: readonly RuleWrite[], { signal }: Parameters<RuleStore["apply"]>[1] = {}) {
    return this.#write(writes, signal);
  }

  async writeMany(writes: readonly RuleWrite[], options: Parameters<RuleStore["writeMany"]>[1] = {}) {
    this.#assertOpen(options.signal);
    return writeEach(this, frozenCopy(writes), options);
  }

  async *history(id: string, options: HistoryOptions = {}) {
    this.#assertOpen(options.signal);
    if (this.capabilities.history) yield* listRevisions(this.#revisions.get(id) ?? [], options);
    else yield* createUnsupportedOperations(this.id).history(id);
  }

  async pruneHistory(options: PruneOptions) {
    this.#assertOpen(options.signal);
    if (!this.capabilities.history) return createUnsupportedOperations(this.id).pruneHistory(options);
    let removed = 0;
    for (const [id, revisions] of this.#revisions) {
      const old = revisionsToPrune(revisions, options);
      removed += old.size;
      if (old.size > 0)
        this.#revisions.set(
          id,
          revisions.filter(({ revision }) => !old.has(revision)),
        );
    }
    return removed;
  }

  async recordUse(use: RuleUse, { signal }: Parameters<RuleStore["recordUse"]>[1] = {}) {
    this.#assertOpen(signal);
    for (const id of use.ids) if (this.#rules.has(id)) this.#usage.set(id, addUse(this.#usage.get(id), use));
  }

  async usage(ids: readonly string[], { signal }: Parameters<RuleStore["usage"]>[1] = {}) {
    this.#assertOpen(signal);
    return new Map(
      ids.flatMap((id) => [this.#usage.get(id)].flatMap((usage) => (usage === undefined ? [] : [[id, usage] as const]))),
    );
  }

  async reload({ signal }: Parameters<RuleStore["reload"]>[0] = {}) {
    this.#assertOpen(signal);
  }

  diagnostics() {
    return [];
  }

  state() {
    return { status: "ready" } as const;
  }

  subscribe(...[listener, options]: Parameters<RuleStore["subscribe"]>) {
    return this.#feed.subscribe(listener, options);
  }

  async [Symbol.asyncDispose]() {
    this.#closed = true;
    this.#feed.close();
  }

  #assertOpen(signal: CancelSignal | undefined): void {
    if (this.#closed) throw new PreceptError("STORE_CLOSED", { store: this.id });
    signal?.throwIfAborted();
  }

  /** Applies the writes in order. If one is rejected, the previous ones are rolled back. */
  #write(writes: readonly RuleWrite[], signal: CancelSignal | undefined): readonly StoredRule[] {
    this.#assertOpen(signal);
    const undo: (() => void)[] = [];
    const saved = new Map<string, StoredRule>();
    const before = new Map<string, Rule | undefined>();
    try {
      for (const write of writes) {
        const id = write.kind === "save" ? write.rule.id : write.id;
        undo.push(this.#createRestore(id));
        if (!before.has(id)) before.set(id, this.#rules.get(id)?.rule);
        saved.delete(id);
        if (write.kind === "save") saved.set(id, this.#save(write));
        else this.#remove(write);
      }
    } catch (error) {
      for (const step of undo.toReversed()) step();
      throw error;
    }
    this.#publish([...before].map(([id, rule]) => ({ id, before: rule, after: this.#rules.get(id) })));
    return [...saved.values()];
  }

  #publish(changes: readonly ChangeRecord[]): void {
    const records = changes.filter(({ before, after }) => before !== after?.rule);
    if (records.length > 0) this.#feed.publish(records, this.#log.add(records));
  }

  #createRestore(id: string): () => void {
    const stored = this.#rules.get(id);
    const revisions = this.#revisions.get(id);
    return () => {
      if (stored === undefined) this.#rules.delete(id);
      else this.#rules.set(id, stored);
      if (revisions === undefined) this.#revisions.delete(id);
      else this.#revisions.set(id, revisions);
    };
  }

  #save(write: RuleWrite & { kind: "save" }): StoredRule {
    const { revision, uniqueName = false, upsert = false } = write;
    const checked = createRule(write.rule);
    const current = this.#rules.get(checked.id);
    const isNew = upsert ? current === undefined : revision === undefined;
    if (uniqueName && isNew) {
      assertUniqueName(
        checked,
        [...this.#rules.values()].map((stored) => stored.rule),
      );
    }
    if (!upsert) assertRevision(checked.id, revision, current?.revision);
    assertNoCycle(checked, (id) => this.#rules.get(id)?.rule.replaces ?? []);
    return this.#store({ ...write, rule: checked });
  }

  #store({ rule, reason }: RuleWrite & { kind: "save" }): StoredRule {
    this.#writes += 1;
    const version = nextVersion(rule, this.#revisions.get(rule.id)?.[0]?.rule);
    const copy = frozenCopy({ ...rule, version, origin: { ...rule.origin, store: this.id } });
    const stored = Object.freeze({ rule: copy, revision: String(this.#writes), cursor: rule.id });
    this.#rules.set(rule.id, stored);
    this.#recordRevision({ rule: copy, revision: stored.revision, deleted: false, ...(reason !== undefined && { reason }) });
    return stored;
  }

  #remove({ id, revision }: RuleWrite & { kind: "delete" }): void {
    const stored = this.#rules.get(id);
    if (revision !== undefined) assertRevision(id, revision, stored?.revision);
    if (stored === undefined) return;
    this.#writes += 1;
    this.#rules.delete(id);
    this.#recordRevision({ rule: stored.rule, revision: String(this.#writes), deleted: true });
  }

  #recordRevision(revision: RuleRevision): void {
    if (!this.capabilities.history) return;
    const { id } = revision.rule;
    const at = this.#now?.();
    const complete = Object.freeze({ ...revision, ...(at !== undefined && { at }) });
    this.#revisions.set(id, [complete, ...(this.#revisions.get(id) ?? [])]);
  }
}
