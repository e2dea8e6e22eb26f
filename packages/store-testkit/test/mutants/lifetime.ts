import { createMemoryStore, type StoredRule } from "@precept/core";
import { idsOf } from "../../src/subject/read.ts";
import type { Mutants } from "../mutant-suite.ts";
import { fakeSave } from "../fake-save.ts";

/** Mutants that close or reopen incorrectly. */
export const lifetimeMutants: Mutants = {
  "cannot be disposed twice": (store) => {
    let closed = false;
    return {
      async [Symbol.asyncDispose]() {
        if (closed) throw new Error("It is closed already.");
        closed = true;
        await store[Symbol.asyncDispose]();
      },
    };
  },

  "never closes": () => ({ [Symbol.asyncDispose]: async () => undefined }),

  "loses everything when it is closed": (store) => ({
    async [Symbol.asyncDispose]() {
      // The second disposal rejects.
      await idsOf(store).then(
        (ids) => Promise.all(ids.map((id) => store.delete(id))),
        () => undefined,
      );
      await store[Symbol.asyncDispose]();
    },
  }),

  "resolves a write that did not happen before closing": (store) => {
    const closing = { begun: false };
    return {
      async save(rule, options) {
        await Promise.resolve();
        if (closing.begun) return fakeSave(rule);
        return store.save(rule, options);
      },
      async [Symbol.asyncDispose]() {
        closing.begun = true;
        await store[Symbol.asyncDispose]();
      },
    };
  },

  "restarts revisions when it is reopened": (store) => {
    const names = new Map<string, string>();
    const nameOf = (revision: string): string => {
      const name = names.get(revision) ?? String(names.size + 1);
      names.set(revision, name);
      return name;
    };
    const shown = (stored: StoredRule) => ({ ...stored, revision: nameOf(stored.revision) });
    const revisionOf = (revision: string | undefined) =>
      revision === undefined ? undefined : ([...names].find(([, name]) => name === revision)?.[0] ?? "never");
    return {
      async *list(options) {
        for await (const stored of store.list(options)) yield shown(stored);
      },
      async get(id, options) {
        const stored = await store.get(id, options);
        return stored && shown(stored);
      },
      save: async (rule, { revision, signal } = {}) => shown(await store.save(rule, { revision: revisionOf(revision), signal })),
      delete: async (id, { revision, signal } = {}) => store.delete(id, { revision: revisionOf(revision), signal }),
    };
  },

  "loses usage when it is closed": (store) => {
    const own = createMemoryStore();
    return {
      async recordUse(use, options) {
        for (const id of use.ids) {
          const stored = await store.get(id, options);
          if (stored !== undefined && (await own.get(id)) === undefined) await own.save(stored.rule);
        }
        await own.recordUse(use, options);
      },
      async usage(ids, options) {
        await store.usage(ids, options);
        return own.usage(ids, options);
      },
    };
  },

  "loses history when it is closed": (store) => {
    const known = new Set<string>();
    return {
      async *history(id, options) {
        for await (const revision of store.history(id, options)) if (known.has(id)) yield revision;
      },
      async save(rule, options) {
        known.add(rule.id);
        return store.save(rule, options);
      },
    };
  },

  "restores deleted rules when it is reopened": (store) => {
    const deleted = new Set<string>();
    const isHidden = (id: string) => deleted.has(id);
    return {
      async delete(id, options = {}) {
        const stored = await store.get(id, options);
        if (isHidden(id) || stored === undefined || options.revision !== undefined) return store.delete(id, options);
        deleted.add(id);
        return true;
      },
      async get(id, options) {
        const stored = await store.get(id, options);
        return isHidden(id) ? undefined : stored;
      },
      async *list(options) {
        for await (const stored of store.list(options)) if (!isHidden(stored.rule.id)) yield stored;
      },
    };
  },
};
