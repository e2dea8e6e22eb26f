import { PreceptError, type StoredRule } from "@precept/core";
import { collect } from "../../src/subject/read.ts";
import type { Mutants } from "../mutant-suite.ts";

export const historyMutants: Mutants = {
  "returns history oldest first": (store) => ({
    async *history(id, options) {
      yield* (await collect(store.history(id, options))).toReversed();
    },
  }),
  "omits the deletion from the history": (store) => ({
    async *history(id, options) {
      for await (const revision of store.history(id, options)) if (!revision.deleted) yield revision;
    },
  }),
  "omits the current revision from the history": (store) => ({
    async *history(id, options) {
      const current = await store.get(id);
      for await (const revision of store.history(id, options)) if (revision.revision !== current?.revision) yield revision;
    },
  }),
  "restarts the history after a deletion": (store) => ({
    async *history(id, options) {
      const revisions = await collect(store.history(id, options));
      const end = revisions.findIndex(({ deleted }, position) => deleted && position > 0);
      yield* end === -1 ? revisions : revisions.slice(0, end);
    },
  }),
  "rejects the history of an unknown rule": (store) => ({
    async *history(id, options) {
      const revisions = await collect(store.history(id, options));
      if (revisions.length === 0) throw new PreceptError("RULE_NOT_FOUND", { name: id, known: [] });
      yield* revisions;
    },
  }),
  "records rejected changes in the history": (store) => {
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
  "saves the given version": (store) => {
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
