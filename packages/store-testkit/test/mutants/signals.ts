import { type CancelSignal, type RuleStore, type StoredRule } from "@precept/core";
import { idsOf } from "../../src/subject/read.ts";
import type { Mutants } from "../mutant-suite.ts";

function unsigned<Options extends { readonly signal?: CancelSignal | undefined }>(
  options: Options | undefined,
): Omit<Options, "signal"> {
  const { signal: _, ...rest } = options ?? ({} as Options);
  return rest;
}

/** A store that ignores signals. */
function withoutSignals(store: RuleStore): Partial<RuleStore> {
  return {
    list: (options) => store.list(unsigned(options)),
    listIds: (options) => store.listIds(unsigned(options)),
    get: (id) => store.get(id),
    getMany: (ids) => store.getMany(ids),
    etag: () => store.etag(),
    changesSince: (token) => store.changesSince(token),
    writeMany: (writes) => store.writeMany(writes),
    pruneHistory: (options) => store.pruneHistory(unsigned(options)),
    save: (rule, options) => store.save(rule, unsigned(options)),
    delete: (id, options) => store.delete(id, unsigned(options)),
    apply: (writes) => store.apply(writes),
    history: (id) => store.history(id),
    recordUse: (use) => store.recordUse(use),
    usage: (ids) => store.usage(ids),
    hasReached: (position) => store.hasReached(position),
    reload: () => store.reload(),
  };
}

export const signalMutants: Mutants = {
  "loses its last rule on reload": (store) => ({
    async reload(options) {
      await store.reload(options);
      const last = (await idsOf(store)).at(-1);
      if (last !== undefined) await store.delete(last);
    },
  }),

  "creates new revisions on reload": (store) => {
    let reloads = "";
    const shown = (stored: StoredRule) => ({ ...stored, revision: stored.revision + reloads });
    return {
      async *list(options) {
        for await (const stored of store.list(options)) yield shown(stored);
      },
      async reload(options) {
        await store.reload(options);
        reloads += "'";
      },
    };
  },

  "ignores signals": withoutSignals,

  "writes before it checks the signal": (store) => ({
    async save(rule, { revision, signal } = {}) {
      const stored = await store.save(rule, { revision });
      signal?.throwIfAborted();
      return stored;
    },
    async delete(id, { revision, signal } = {}) {
      const existed = await store.delete(id, { revision });
      signal?.throwIfAborted();
      return existed;
    },
  }),

  "checks the signal again after a write": (store) => ({
    async save(rule, options = {}) {
      const stored = await store.save(rule, options);
      options.signal?.throwIfAborted();
      return stored;
    },
  }),

  "checks the signal of a listing once": (store) => ({
    async *list(options = {}) {
      const { signal, ...rest } = options;
      signal?.throwIfAborted();
      yield* store.list(rest);
    },
  }),

  "rejects with another reason": (store) => ({
    async get(id, { signal } = {}) {
      if (signal?.aborted) throw new Error("Aborted.");
      return store.get(id);
    },
  }),
};
