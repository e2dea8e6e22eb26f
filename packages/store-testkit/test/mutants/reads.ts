import { compareText, PreceptError, type Diagnostic, type ListOptions, type RuleStore, type StoredRule } from "@precept/core";
import { collect } from "../../src/subject/read.ts";
import type { Mutation, Mutants } from "../mutant-suite.ts";

/** Replaces the results of a listing. Still respects the signal. */
function listing(instead: (store: RuleStore, options: ListOptions) => Promise<readonly StoredRule[]>): Mutation {
  return (store) => ({
    async *list(options = {}) {
      for (const stored of await instead(store, options)) {
        options.signal?.throwIfAborted();
        yield stored;
      }
    },
  });
}

function listingOf(change: (stored: readonly StoredRule[], options: ListOptions) => readonly StoredRule[]): Mutation {
  return listing(async (store, options) => change(await collect(store.list(options)), options));
}

export const readMutants: Mutants = {
  "throws RULE_NOT_FOUND for a missing rule": (store) => ({
    async get(id, options) {
      const stored = await store.get(id, options);
      if (stored === undefined) throw new PreceptError("RULE_NOT_FOUND", { name: id, known: [] });
      return stored;
    },
  }),

  "lists a rule twice": listingOf((stored) => [...stored.slice(0, 1), ...stored]),
  "lists in the order of UTF-16 code units": listingOf((stored) =>
    stored.toSorted((left, right) => (left.rule.id < right.rule.id ? -1 : 1)),
  ),
  "lists in the order of the locale": listingOf((stored) =>
    stored.toSorted((left, right) => left.rule.id.localeCompare(right.rule.id, "en")),
  ),
  "lists 256 rules at most": listingOf((stored) => stored.slice(0, 256)),
  "skips a rule at the boundary of a page": listingOf((stored, options) => stored.slice(options.cursor === undefined ? 0 : 1)),
  "repeats a rule at the boundary of a page": listing(async (store, { cursor = "", limit, ...rest }) => {
    const all = await collect(store.list(rest));
    return all.filter(({ rule }) => compareText(rule.id, cursor) >= 0).slice(0, limit);
  }),
  "uses positions as cursors": listing(async (store, { cursor, limit, ...rest }) => {
    const start = cursor === undefined ? 0 : Number.parseInt(cursor, 10) + 1 || 0;
    const all = (await collect(store.list(rest))).map((stored, position) => ({ ...stored, cursor: String(position) }));
    return all.slice(start, limit === undefined ? undefined : start + limit);
  }),
  "treats a limit of 0 as no limit": (store) => ({
    list: ({ limit, ...options } = {}) => store.list(limit === undefined || limit === 0 ? options : { ...options, limit }),
  }),
  "lists one rule more than the limit": (store) => ({
    list: (options = {}) => store.list(options.limit === undefined ? options : { ...options, limit: options.limit + 1 }),
  }),
  "applies the limit before the filter": (store) => ({
    async *list(options = {}) {
      const { filter, ...page } = options;
      const passing = new Set((await collect(store.list({ ...(filter && { filter }) }))).map(({ rule }) => rule.id));
      for await (const stored of store.list(page)) if (passing.has(stored.rule.id)) yield stored;
    },
  }),
  "iterates by position while rules change": (store) => ({
    async *list(options = {}) {
      for (let position = 0; ; position += 1) {
        const stored = (await collect(store.list(options)))[position];
        if (stored === undefined) return;
        yield stored;
      }
    },
  }),
  "lists rules with parts of different points in time": (store) => ({
    async *list(options) {
      for await (const stored of store.list(options)) {
        const now = await store.get(stored.rule.id);
        yield now === undefined ? stored : { ...stored, rule: { ...stored.rule, priority: now.rule.priority } };
      }
    },
  }),
  "stays locked after an aborted listing": (store) => {
    let locked = false;
    return {
      async *list(options) {
        locked = true;
        for await (const stored of store.list(options)) yield stored;
        locked = false;
      },
      async save(rule, options) {
        if (locked) throw new PreceptError("STORE_FAILED", { store: store.id, reason: "it is locked", retryable: true });
        return store.save(rule, options);
      },
    };
  },
  "caches its first listing": (store) => {
    let listed: readonly StoredRule[] | undefined;
    return {
      async *list(options) {
        if (options !== undefined) yield* store.list(options);
        else yield* (listed ??= await collect(store.list()));
      },
    };
  },

  "claims more capabilities than it has": () => ({
    capabilities: {
      write: true,
      search: true,
      history: true,
      usage: true,
      transactions: true,
      positions: true,
      orderedIds: true,
      ruleCursors: true,
      cycleChecks: true,
    },
  }),
  "saves the given origin": (store) => ({
    save: async (rule, options) => {
      const stored = await store.save(rule, options);
      return { ...stored, rule: { ...stored.rule, origin: rule.origin } };
    },
  }),
  "is always stale": () => ({ state: () => ({ status: "stale" }) }),
  "returns no list of diagnostics": () => ({ diagnostics: () => undefined as unknown as readonly Diagnostic[] }),
  "contains a rule initially": listing(async (store, options) => {
    const stored = await collect(store.list(options));
    const rule = { id: "~", name: "~" } as StoredRule["rule"];
    return stored.length > 0 ? stored : [{ rule, revision: "0", cursor: "~" }];
  }),
};
