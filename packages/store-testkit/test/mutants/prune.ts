import type { RuleStore } from "@precept/core";
import { collect } from "../../src/subject/read.ts";
import type { Mutants } from "../mutant-suite.ts";

const second = 1000;

/** Runs `then` after revisions were removed. */
function afterPruning(store: RuleStore, then: () => unknown): Pick<RuleStore, "pruneHistory"> {
  return {
    async pruneHistory(options) {
      const removed = await store.pruneHistory(options);
      await then();
      return removed;
    },
  };
}

export const pruneMutants: Mutants = {
  "removes no revisions": (store) => ({
    async pruneHistory(options) {
      await store.etag(options);
      return 0;
    },
  }),
  "removes one revision more": (store) => ({
    pruneHistory: ({ maxRevisions, ...options }) =>
      store.pruneHistory({ ...options, ...(maxRevisions !== undefined && { maxRevisions: maxRevisions - 1 }) }),
  }),
  "removes every old revision by default": (store) => ({
    pruneHistory: (options) => store.pruneHistory({ maxRevisions: 1, ...options }),
  }),
  "does not count removed revisions": (store) => ({
    pruneHistory: async (options) => Math.min(1, await store.pruneHistory(options)),
  }),
  "does not remove revisions by their age": (store) => ({
    pruneHistory: (options) => store.pruneHistory({ ...options, replacedBefore: undefined }),
  }),
  "removes revisions that were replaced at the time": (store) => ({
    pruneHistory: ({ replacedBefore, ...options }) =>
      store.pruneHistory({
        ...options,
        ...(replacedBefore !== undefined && {
          replacedBefore: new Date(Math.min(Date.parse(replacedBefore) + second, 8.64e15)).toISOString(),
        }),
      }),
  }),
  "removes the deletion of a rule": (store) => {
    let isPruned = false;
    return {
      ...afterPruning(store, () => (isPruned = true)),
      async *history(id, options) {
        if (!isPruned || (await store.get(id)) !== undefined) yield* store.history(id, options);
      },
    };
  },
  "removes the current revision": (store) => {
    let max = Number.POSITIVE_INFINITY;
    return {
      async pruneHistory(options) {
        max = options.maxRevisions ?? max;
        return store.pruneHistory(options);
      },
      async *history(id, options) {
        yield* (await collect(store.history(id, options))).slice(0, Math.max(0, max));
      },
    };
  },
  "forgets its positions if it removes revisions": (store) => {
    let isPruned = false;
    return {
      ...afterPruning(store, () => (isPruned = true)),
      async changesSince(token, options) {
        const answer = await store.changesSince(token, options);
        return isPruned ? { kind: "reset", token: answer.token } : answer;
      },
    };
  },
  "forgets deletions if it removes revisions": (store) => {
    let isPruned = false;
    return {
      ...afterPruning(store, () => (isPruned = true)),
      async changesSince(token, options) {
        const answer = await store.changesSince(token, options);
        return isPruned && answer.kind === "changed" ? { ...answer, saved: [], deleted: [] } : answer;
      },
    };
  },
  "writes a rule if it removes revisions": (store) =>
    afterPruning(store, async () => {
      for await (const { rule, revision } of store.list()) await store.save(rule, { revision });
    }),
  "restarts versions if it removes revisions": (store) => {
    let isPruned = false;
    return {
      ...afterPruning(store, () => (isPruned = true)),
      async save(rule, options) {
        const stored = await store.save(rule, options);
        return isPruned ? { ...stored, rule: { ...stored.rule, version: 1 } } : stored;
      },
    };
  },
  "accepts any revision after it removed some": (store) => {
    let isPruned = false;
    return {
      ...afterPruning(store, () => (isPruned = true)),
      save: async (rule, options = {}) =>
        store.save(rule, isPruned ? { ...options, revision: undefined, upsert: true } : options),
    };
  },
  "increments the version with every save": (store) => {
    const saves = new Map<string, number>();
    return {
      async save(rule, options) {
        const stored = await store.save(rule, options);
        const version = (saves.get(stored.rule.id) ?? 0) + 1;
        saves.set(stored.rule.id, version);
        return { ...stored, rule: { ...stored.rule, version } };
      },
    };
  },
  "ignores the limit of a history": (store) => ({
    history: (id, options) => store.history(id, { ...options, limit: undefined }),
  }),
  "repeats a revision at the boundary of a page": (store) => ({
    async *history(id, options = {}) {
      const { before, limit, ...rest } = options;
      const all = await collect(store.history(id, rest));
      const start = before === undefined ? 0 : all.findIndex(({ revision }) => revision === before);
      if (start >= 0) yield* all.slice(start).slice(0, limit);
    },
  }),
  "drops the reasons of writes": (store) => ({ save: (rule, options) => store.save(rule, { ...options, reason: undefined }) }),
  "returns the last reason of all revisions": (store) => ({
    async *history(id, options) {
      const all = await collect(store.history(id, options));
      const reason = all.find((revision) => revision.reason !== undefined)?.reason;
      yield* all.map((revision) => ({ ...revision, ...(reason !== undefined && { reason }) }));
    },
  }),
  "returns the time of the first write for all revisions in local form": (store) => ({
    async *history(id, options) {
      for await (const revision of store.history(id, options)) yield { ...revision, at: "1 January 2026" };
    },
  }),
};
