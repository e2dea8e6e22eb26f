import { createRule } from "../model/create-rule.ts";
import { PreceptError } from "../model/error.ts";
import { frozenCopy } from "../model/deep-freeze.ts";
import type { Rule } from "../model/rule.ts";
import { assertUniqueName } from "../model/unique-name.ts";
import { findReplacementCycle } from "../model/status.ts";
import type { CancelSignal } from "../ports/cancellable.ts";
import { ChangeFeed } from "../ports/change-feed.ts";
import { createUnsupportedOperations } from "../ports/unsupported-operations.ts";
import type {
  ListOptions,
  RuleRevision,
  RuleStore,
  RuleUsage,
  RuleWrite,
  StoreCapabilities,
  StoredRule,
} from "../ports/rule-store.ts";

import { listStored } from "../ports/list-stored.ts";

export interface MemoryStoreOptions {
  /** Default `memory`. */
  readonly id?: string;
  /** The initial rules. Default: none. */
  readonly rules?: Iterable<Rule>;
  /** Whether to keep earlier revisions, including those of deleted rules. Default true. */
  readonly history?: boolean;
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
 * const store = createMemoryStore({ rules: [createRule({ id: "style", name: "style", content: "Use named exports." })] });
 * await using rulebook = createRulebook({ stores: [store] });
 * ```
 */
export function createMemoryStore(options: MemoryStoreOptions = {}): RuleStore {
  return new MemoryStore(options);
}

class MemoryStore implements RuleStore {
  readonly id: string;
  readonly capabilities: StoreCapabilities;
  readonly #feed: ChangeFeed;
  readonly #usage = new Map<string, RuleUsage>();
  readonly #rules = new Map<string, StoredRule>();
  readonly #revisions = new Map<string, readonly RuleRevision[]>();
  #writes = 0;
  #closed = false;

  constructor({ id = "memory", rules = [], history = true, onListenerError }: MemoryStoreOptions) {
    this.id = id;
    this.capabilities = { write: true, search: false, history, usage: true, transactions: true };
    this.#feed = new ChangeFeed(onListenerError);
    for (const rule of rules) this.#store(rule);
  }

  async *list(options: ListOptions = {}) {
    this.#assertOpen(options.signal);
    yield* listStored([...this.#rules.values()], options, () => this.#assertOpen(options.signal));
  }

  async get(id: string, { signal }: Parameters<RuleStore["get"]>[1] = {}) {
    this.#assertOpen(signal);
    return this.#rules.get(id);
  }

  async save(rule: Rule, { revision, uniqueName, signal }: Parameters<RuleStore["save"]>[1] = {}) {
    const [saved] = this.#write([{ kind: "save", rule, revision, uniqueName }], signal);
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

  async *history(id: string, { signal }: Parameters<RuleStore["history"]>[1] = {}) {
    this.#assertOpen(signal);
    if (this.capabilities.history) yield* this.#revisions.get(id) ?? [];
    else yield* createUnsupportedOperations(this.id).history(id);
  }

  async recordUse(ids: readonly string[], at: string, { signal }: Parameters<RuleStore["recordUse"]>[2] = {}) {
    this.#assertOpen(signal);
    for (const id of ids) {
      if (!this.#rules.has(id)) continue;
      const before = this.#usage.get(id);
      const lastUsedAt = before !== undefined && Date.parse(before.lastUsedAt) > Date.parse(at) ? before.lastUsedAt : at;
      this.#usage.set(id, { count: (before?.count ?? 0) + 1, lastUsedAt });
    }
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

  subscribe(listener: Parameters<RuleStore["subscribe"]>[0]) {
    return this.#feed.subscribe(listener);
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
    const deleted = new Set<string>();
    const existed = new Map<string, boolean>();
    try {
      for (const write of writes) {
        const id = write.kind === "save" ? write.rule.id : write.id;
        undo.push(this.#createRestore(id));
        if (!existed.has(id)) existed.set(id, this.#rules.has(id));
        saved.delete(id);
        deleted.delete(id);
        if (write.kind === "save") saved.set(id, this.#save(write));
        else if (this.#remove(write)) deleted.add(id);
      }
    } catch (error) {
      for (const step of undo.toReversed()) step();
      throw error;
    }
    this.#feed.publish({
      saved: [...saved.values()].map(({ rule }) => rule),
      deleted: [...deleted].filter((id) => existed.get(id) === true),
    });
    return [...saved.values()];
  }

  /** Returns a function that restores the current state of a rule. */
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

  #save({ rule, revision, uniqueName = false }: RuleWrite & { kind: "save" }): StoredRule {
    const checked = createRule(rule);
    if (uniqueName && revision === undefined) {
      assertUniqueName(
        checked,
        [...this.#rules.values()].map((stored) => stored.rule),
      );
    }
    this.#assertRevision(checked.id, revision);
    const cycle = findReplacementCycle(checked, (id) => this.#rules.get(id)?.rule);
    if (cycle !== undefined) {
      const problem = `replaces: it would supersede itself (${cycle.join(" → ")})`;
      throw new PreceptError("RULE_INVALID", { name: checked.name, reasons: [problem] });
    }
    return this.#store(checked);
  }

  #store(rule: Rule): StoredRule {
    this.#writes += 1;
    const last = this.#revisions.get(rule.id)?.[0]?.rule.version;
    const version = last === undefined ? rule.version : last + 1;
    const copy = frozenCopy({ ...rule, version, origin: { ...rule.origin, store: this.id } });
    const stored = Object.freeze({ rule: copy, revision: String(this.#writes), cursor: rule.id });
    this.#rules.set(rule.id, stored);
    this.#recordRevision({ rule: copy, revision: stored.revision, deleted: false });
    return stored;
  }

  #remove({ id, revision }: RuleWrite & { kind: "delete" }): boolean {
    const stored = this.#rules.get(id);
    if (revision !== undefined) this.#assertRevision(id, revision);
    if (stored === undefined) return false;
    this.#writes += 1;
    this.#rules.delete(id);
    this.#recordRevision({ rule: stored.rule, revision: String(this.#writes), deleted: true });
    return true;
  }

  #recordRevision(revision: RuleRevision): void {
    if (!this.capabilities.history) return;
    const { id } = revision.rule;
    this.#revisions.set(id, [Object.freeze(revision), ...(this.#revisions.get(id) ?? [])]);
  }

  #assertRevision(id: string, expected: string | undefined): void {
    const actual = this.#rules.get(id)?.revision;
    if (expected === actual) return;
    throw new PreceptError("RULE_CONFLICT", { id, expected: expected ?? "none", actual: actual ?? "none" });
  }
}
