import { PreceptError, type StoredRule } from "@precept/core";
import { collect } from "../subject/read.ts";
import type { Faults } from "./mutant.ts";

export const faultsOfHistory: Faults = {
  "tells history oldest first": (store) => ({
    async *history(id, options) {
      yield* (await collect(store.history(id, options))).toReversed();
    },
  }),
  "leaves the end of a rule out of its history": (store) => ({
    async *history(id, options) {
      for await (const revision of store.history(id, options)) if (!revision.deleted) yield revision;
    },
  }),
  "leaves the current revision out of the history": (store) => ({
    async *history(id, options) {
      const current = await store.get(id);
      for await (const revision of store.history(id, options)) if (revision.revision !== current?.revision) yield revision;
    },
  }),
  "begins history anew after a deletion": (store) => ({
    async *history(id, options) {
      const revisions = await collect(store.history(id, options));
      const end = revisions.findIndex(({ deleted }, position) => deleted && position > 0);
      yield* end === -1 ? revisions : revisions.slice(0, end);
    },
  }),
  "has no history of what it never had": (store) => ({
    async *history(id, options) {
      const revisions = await collect(store.history(id, options));
      if (revisions.length === 0) throw new PreceptError("RULE_NOT_FOUND", { name: id, known: [] });
      yield* revisions;
    },
  }),
  "writes refused changes into the history": (store) => {
    const attempts: StoredRule[] = [];
    return {
      async save(rule, options) {
        attempts.push({ rule, revision: "refused", cursor: rule.id });
        const stored = await store.save(rule, options);
        attempts.pop();
        return stored;
      },
      async *history(id, options) {
        yield* attempts.filter(({ rule }) => rule.id === id).map(({ rule, revision }) => ({ rule, revision, deleted: false }));
        yield* store.history(id, options);
      },
    };
  },
  "believes the version that it is told": (store) => {
    const versions = new Map<string, number>();
    return {
      async save(rule, options) {
        const stored = await store.save(rule, options);
        versions.set(stored.rule.id, rule.version);
        return { ...stored, rule: { ...stored.rule, version: rule.version } };
      },
      async get(id, options) {
        const stored = await store.get(id, options);
        return stored && { ...stored, rule: { ...stored.rule, version: versions.get(id) ?? stored.rule.version } };
      },
    };
  },
};
