import { PreceptError, type StoredRule } from "@precept/core";
import { collect } from "../../src/subject/read.ts";
import type { Mutants } from "../mutant-suite.ts";

export const applyMutants: Mutants = {
  "applies several writes one by one": (store) => ({
    async apply(writes, options) {
      const saved: StoredRule[] = [];
      for (const write of writes) {
        const { revision } = write;
        if (write.kind === "save") saved.push(await store.save(write.rule, { revision, ...options }));
        else await store.delete(write.id, { revision, ...options });
      }
      return saved;
    },
  }),
  "skips deletions of several writes": (store) => ({
    apply: (writes, options) =>
      store.apply(
        writes.filter(({ kind }) => kind === "save"),
        options,
      ),
  }),
  "applies deletions last": (store) => ({
    apply: (writes, options) =>
      store.apply(
        writes.toSorted((left, right) => Number(left.kind === "delete") - Number(right.kind === "delete")),
        options,
      ),
  }),
  "returns saved rules by name": (store) => ({
    apply: async (writes, options) =>
      (await store.apply(writes, options)).toSorted((left, right) => (left.rule.name < right.rule.name ? -1 : 1)),
  }),
  "ignores the revisions of several writes": (store) => ({
    async apply(writes, options) {
      const revisions = new Map((await collect(store.list())).map(({ rule, revision }) => [rule.id, revision]));
      return store.apply(
        writes.map((write) => ({ ...write, revision: write.kind === "save" ? revisions.get(write.rule.id) : undefined })),
        options,
      );
    },
  }),
  "skips rejected writes of several": (store) => ({
    async apply(writes, options) {
      try {
        return await store.apply(writes, options);
      } catch (error) {
        if (!PreceptError.is(error, "RULE_INVALID")) throw error;
        return store.apply(writes.slice(0, -1), options);
      }
    },
  }),
};
