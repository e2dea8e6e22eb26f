import { PreceptError, type RuleStore, type RuleWriteResult } from "@precept/core";
import { collect, copyOf } from "../../src/subject/read.ts";
import type { Mutants } from "../mutant-suite.ts";

async function exists(store: RuleStore, id: string): Promise<boolean> {
  return (await store.get(id)) !== undefined;
}

/** Mutants of upserts, and of calls with several rules. */
export const bulkMutants: Mutants = {
  "rejects an upsert of an existing rule": (store) => ({
    save: (rule, options = {}) => store.save(rule, { ...options, upsert: false }),
  }),
  "creates another rule with an upsert": (store) => ({
    async save(rule, options = {}) {
      const isTaken = options.upsert === true && (await exists(store, rule.id));
      return store.save(isTaken ? { ...rule, id: `${rule.id}-2` } : rule, options);
    },
  }),
  "merges an upsert with the old rule": (store) => ({
    async save(rule, options = {}) {
      const old = options.upsert === true ? (await store.get(rule.id))?.rule : undefined;
      return store.save(old === undefined ? rule : { ...rule, tags: [...old.tags, ...rule.tags] }, options);
    },
  }),
  "compares the revision of an upsert": (store) => ({
    async save(rule, options = {}) {
      if (options.upsert !== true) return store.save(rule, options);
      const { upsert: _, ...rest } = options;
      return store.save(rule, { ...rest, revision: (await store.get(rule.id))?.revision });
    },
  }),
  "skips an upsert without changes": (store) => ({
    async save(rule, options = {}) {
      const current = options.upsert === true ? await store.get(rule.id) : undefined;
      return current?.rule.name === rule.name ? current : store.save(rule, options);
    },
  }),
  "rejects an upsert of a deleted rule": (store) => {
    const deleted = new Set<string>();
    return {
      async delete(id, options) {
        deleted.add(id);
        return store.delete(id, options);
      },
      async save(rule, options = {}) {
        if (options.upsert !== true || !deleted.has(rule.id)) return store.save(rule, options);
        throw new PreceptError("RULE_CONFLICT", { id: rule.id, expected: "none", actual: "deleted" });
      },
    };
  },
  "ignores taken names in upserts": (store) => ({
    save: (rule, options = {}) => store.save(rule, options.upsert === true ? { ...options, uniqueName: false } : options),
  }),
  "rejects an upsert because of its own name": (store) => ({
    async save(rule, options = {}) {
      if (options.upsert !== true || options.uniqueName !== true || !(await exists(store, rule.id)))
        return store.save(rule, options);
      throw new PreceptError("RULE_EXISTS", { name: rule.name, scope: rule.scope, location: rule.id });
    },
  }),
  "repairs invalid upserts": (store) => ({
    save: (rule, options = {}) =>
      store.save(options.upsert === true ? { ...rule, priority: rule.priority || 50 } : rule, options),
  }),

  "throws for a rejected write of several": (store) => ({
    async writeMany(writes, options) {
      const results = await store.writeMany(writes, options);
      for (const result of results) if (result.kind === "rejected") throw result.error;
      return results;
    },
  }),
  "stops at a rejected write of several": (store) => ({
    async writeMany(writes, options = {}) {
      const results: RuleWriteResult[] = [];
      for (const write of copyOf(writes)) {
        results.push(...(await store.writeMany([write], options)));
        if (results.at(-1)?.kind === "rejected") break;
      }
      return results;
    },
  }),
  "omits rejected writes from the results": (store) => ({
    writeMany: async (writes, options) => (await store.writeMany(writes, options)).filter(({ kind }) => kind !== "rejected"),
  }),
  "performs several writes in reverse": (store) => ({
    writeMany: async (writes, options) => (await store.writeMany(writes.toReversed(), options)).toReversed(),
  }),
  "performs deletions of several writes last": (store) => ({
    writeMany: async (writes, options) =>
      store.writeMany(
        writes.toSorted((left, right) => Number(left.kind === "delete") - Number(right.kind === "delete")),
        options,
      ),
  }),
  "reads several writes later": (store) => ({
    async writeMany(writes, options) {
      await Promise.resolve();
      return store.writeMany(writes, options);
    },
  }),
  "ignores the revisions of separate writes": (store) => ({
    async writeMany(writes, options) {
      const upserts = copyOf(writes).map((write) =>
        write.kind === "save" && write.revision !== undefined ? { ...write, revision: undefined, upsert: true } : write,
      );
      return store.writeMany(upserts, options);
    },
  }),
  "reports that several deleted rules existed": (store) => ({
    writeMany: async (writes, options) =>
      (await store.writeMany(writes, options)).map((result) =>
        result.kind === "deleted" ? { ...result, existed: true } : result,
      ),
  }),
  "ignores the signal of several writes": (store) => ({ writeMany: (writes) => store.writeMany(writes) }),

  "rejects unknown ids among several": (store) => ({
    async getMany(ids, options) {
      for (const id of ids) if (!(await exists(store, id))) throw new PreceptError("RULE_NOT_FOUND", { name: id, known: [] });
      return store.getMany(ids, options);
    },
  }),
  "returns 1 of several rules": (store) => ({
    getMany: async (ids, options) => new Map([...(await store.getMany(ids, options))].slice(0, 1)),
  }),
  "returns the wrong one of several rules": (store) => ({
    async getMany(ids, options) {
      const found = [...(await store.getMany(ids, options))];
      return new Map(found.map(([id], at) => [id, found.at(-1 - at)?.[1] ?? found[0]?.[1]] as (typeof found)[number]));
    },
  }),

  "lists all ids without a filter": (store) => ({ listIds: (options) => store.listIds({ ...options, filter: {} }) }),
  "lists ids in reverse": (store) => ({
    async *listIds(options) {
      yield* (await collect(store.listIds(options))).toReversed();
    },
  }),
  "lists ids with the first revision": (store) => {
    const first = new Map<string, string>();
    return {
      async *listIds(options) {
        for await (const entry of store.listIds(options)) yield { ...entry, revision: first.get(entry.id) ?? "1" };
      },
      async save(rule, options) {
        const stored = await store.save(rule, options);
        first.set(stored.rule.id, "1");
        return stored;
      },
    };
  },
  "lists ids of deleted rules": (store) => {
    const deleted: string[] = [];
    return {
      async delete(id, options) {
        const existed = await store.delete(id, options);
        if (existed) deleted.push(id);
        return existed;
      },
      async *listIds(options) {
        yield* store.listIds(options);
        for (const id of deleted) yield { id, revision: "0", cursor: id };
      },
    };
  },
};
