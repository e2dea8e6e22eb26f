import { PreceptError } from "@precept/core";
import type { Mutants } from "../mutant-suite.ts";

const never = "2000-01-01T00:00:00.000Z";

export const usageMutants: Mutants = {
  "counts only the first use": (store) => ({
    async recordUse(use, options) {
      const used = await store.usage(use.ids, options);
      await store.recordUse({ ...use, ids: use.ids.filter((id) => !used.has(id)) }, options);
    },
  }),
  "returns zero for unused rules": (store) => ({
    async usage(ids, options) {
      const used = await store.usage(ids, options);
      return new Map(ids.map((id) => [id, used.get(id) ?? { count: 0, lastUsedAt: never, tools: {} }]));
    },
  }),
  "rejects uses of unknown rules": (store) => ({
    async recordUse(use, options) {
      for (const id of use.ids)
        if ((await store.get(id, options)) === undefined) throw new PreceptError("RULE_NOT_FOUND", { name: id, known: [] });
      await store.recordUse(use, options);
    },
  }),
  "returns the use that was recorded last": (store) => {
    const last = new Map<string, string>();
    return {
      async recordUse(use, options) {
        await store.recordUse(use, options);
        for (const id of use.ids) last.set(id, use.at);
      },
      async usage(ids, options) {
        const used = await store.usage(ids, options);
        return new Map([...used].map(([id, usage]) => [id, { ...usage, lastUsedAt: last.get(id) ?? usage.lastUsedAt }]));
      },
    };
  },
  "loses concurrent uses": (store) => {
    let busy = false;
    return {
      async recordUse(use, options) {
        if (busy) return;
        busy = true;
        await Promise.resolve();
        await store.recordUse(use, options).finally(() => (busy = false));
      },
    };
  },
  "saves a rule to count a use": (store) => ({
    async recordUse(use, options) {
      await store.recordUse(use, options);
      for (const id of use.ids) {
        const stored = await store.get(id);
        if (stored !== undefined) await store.save(stored.rule, { revision: stored.revision });
      }
    },
  }),
  "ignores sessions and tools": (store) => ({
    recordUse: ({ ids, at }, options) => store.recordUse({ ids, at }, options),
  }),
  "returns the session that was recorded last": (store) => {
    let last: string | undefined;
    return {
      async recordUse(use, options) {
        await store.recordUse(use, options);
        last = use.session ?? last;
      },
      async usage(ids, options) {
        const used = await store.usage(ids, options);
        return new Map([...used].map(([id, usage]) => [id, { ...usage, ...(last !== undefined && { lastSession: last }) }]));
      },
    };
  },
  "counts uses without a tool as uses of an unknown tool": (store) => ({
    recordUse: (use, options) => store.recordUse({ tool: "unknown", ...use }, options),
  }),
};
