import { compareText } from "../model/compare.ts";
import { createRule } from "../model/create-rule.ts";
import { PreceptError } from "../model/error.ts";
import type { Rule } from "../model/rule.ts";
import type { CancelSignal } from "../ports/cancellable.ts";
import type { RuleStore, StoreChange, StoredRule } from "../ports/rule-store.ts";
import { passesFilter } from "./filter.ts";

export interface MemoryStoreOptions {
  /** Default `memory`. */
  readonly id?: string;
  readonly rules?: Iterable<Rule>;
}

/** A store that lives as long as the process: for session rules, for tests, and as the reference for all other stores. */
export function createMemoryStore(options: MemoryStoreOptions = {}): RuleStore {
  const id = options.id ?? "memory";
  const stored = new Map<string, StoredRule>();
  const listeners = new Set<(change: StoreChange) => void>();
  let revisions = 0;
  let closed = false;

  const keep = (rule: Rule): StoredRule => {
    revisions += 1;
    const copy = deepFreeze(structuredCopy({ ...rule, origin: { ...rule.origin, store: id } }));
    const entry = { rule: copy, revision: String(revisions), cursor: rule.id };
    stored.set(rule.id, entry);
    return entry;
  };
  const enter = (signal: CancelSignal | undefined): void => {
    if (closed) throw new PreceptError("STORE_CLOSED", { store: id });
    signal?.throwIfAborted();
  };
  const publish = (change: StoreChange): void => {
    for (const listener of listeners) listener(change);
  };
  const compareAndSet = (ruleId: string, expected: string | undefined): void => {
    const actual = stored.get(ruleId)?.revision;
    if (expected === actual) return;
    throw new PreceptError("RULE_CONFLICT", { id: ruleId, expected: expected ?? "none", actual: actual ?? "none" });
  };
  for (const rule of options.rules ?? []) keep(rule);

  return {
    id,
    capabilities: { write: true, search: false, history: false, usage: false, transactions: false },
    async *list({ filter = {}, cursor, limit = Number.POSITIVE_INFINITY, signal } = {}) {
      enter(signal);
      let yielded = 0;
      for (const entry of [...stored.values()].toSorted((left, right) => compareText(left.rule.id, right.rule.id))) {
        if (yielded >= limit) return;
        if (cursor !== undefined && compareText(entry.rule.id, cursor) <= 0) continue;
        if (!passesFilter(entry.rule, filter)) continue;
        enter(signal);
        yielded += 1;
        yield entry;
      }
    },
    async get(ruleId, { signal } = {}) {
      enter(signal);
      return stored.get(ruleId);
    },
    async save(rule, { revision, signal } = {}) {
      enter(signal);
      const checked = createRule(rule);
      compareAndSet(rule.id, revision);
      const entry = keep(checked);
      publish({ saved: [entry.rule], deleted: [] });
      return entry;
    },
    async delete(ruleId, { revision, signal } = {}) {
      enter(signal);
      if (revision !== undefined) compareAndSet(ruleId, revision);
      const existed = stored.delete(ruleId);
      if (existed) publish({ saved: [], deleted: [ruleId] });
      return existed;
    },
    async reload({ signal } = {}) {
      enter(signal);
    },
    diagnostics: () => [],
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    async [Symbol.asyncDispose]() {
      closed = true;
      listeners.clear();
    },
  };
}

/** A copy without shared parts. Rules are JSON, so this is all a copy takes. */
function structuredCopy<Value>(value: Value): Value {
  if (Array.isArray(value)) return value.map((item: unknown) => structuredCopy(item)) as Value;
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, structuredCopy(item)])) as Value;
}

function deepFreeze<Value>(value: Value): Value {
  if (typeof value === "object" && value !== null && !Object.isFrozen(value)) {
    for (const item of Object.values(value)) deepFreeze(item);
    Object.freeze(value);
  }
  return value;
}
