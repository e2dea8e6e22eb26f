import { PreceptError, assertUniqueName, type StoredRule } from "@precept/core";
import { copyOf, idsOf } from "../subject/read.ts";
import type { Faults } from "./mutant.ts";
import { pause, pretended } from "./pretended.ts";

export const faultsOfWriting: Faults = {
  "loses every change": (store) => ({
    save: async (rule, options = {}) => (options.revision === undefined ? store.save(rule, options) : pretended(rule)),
  }),

  "takes every name for free": (store) => ({
    save: (rule, options) => store.save(rule, { ...options, uniqueName: false }),
  }),

  "looks whether a name is free, and writes later": (store) => ({
    async save(rule, { uniqueName = false, ...options } = {}) {
      if (uniqueName) {
        for await (const stored of store.list()) assertUniqueName(rule, [stored.rule]);
        await pause();
      }
      return store.save(rule, options);
    },
  }),

  "says that a refused save happened": (store) => ({
    save: async (rule, options) => store.save(rule, options).catch(() => pretended(rule)),
  }),

  "says that a refused deletion happened": (store) => ({
    delete: async (id, options) => store.delete(id, options).catch(() => true),
  }),

  "refuses with errors of its own": (store) => ({
    save: (rule, options) =>
      store.save(rule, options).catch((error: unknown) => {
        throw new Error(String(error));
      }),
  }),

  "mixes the new rule with the old one": (store) => ({
    async save(rule, options) {
      const old = (await store.get(rule.id))?.rule;
      return store.save(
        { ...rule, tags: [...(old?.tags ?? []), ...rule.tags], metadata: { ...old?.metadata, ...rule.metadata } },
        options,
      );
    },
  }),

  "drops a save while another one is under way": (store) => {
    let busy = false;
    return {
      async save(rule, options) {
        if (busy) return pretended(rule);
        busy = true;
        await pause();
        return store.save(rule, options).finally(() => (busy = false));
      },
    };
  },

  "touches another rule with every change": (store) => ({
    async save(rule, options = {}) {
      const stored = await store.save(rule, options);
      const other = (await idsOf(store)).find((id) => id !== rule.id);
      const found = other === undefined || options.revision === undefined ? undefined : await store.get(other);
      if (found !== undefined) await store.save(found.rule, { revision: found.revision });
      return stored;
    },
  }),

  "returns the rule as it was handed in": (store) => ({
    save: async (rule, options) => ({ ...(await store.save(rule, options)), rule: copyOf(rule) }),
  }),

  "always says that there was a rule to delete": (store) => ({
    delete: async (id, options) => (await store.delete(id, options)) || true,
  }),

  "deletes the rule behind it, too": (store) => ({
    async delete(id, options) {
      const [next] = await idsOf(store, { cursor: id, limit: 1 });
      const existed = await store.delete(id, options);
      if (existed && next !== undefined) await store.delete(next);
      return existed;
    },
  }),

  "still gets what was deleted": (store) => {
    const deleted = new Map<string, StoredRule>();
    return {
      async delete(id, options) {
        const stored = await store.get(id);
        const existed = await store.delete(id, options);
        if (stored !== undefined) deleted.set(id, stored);
        return existed;
      },
      get: async (id, options) => (await store.get(id, options)) ?? deleted.get(id),
    };
  },

  "never takes a deleted rule again": (store) => {
    const deleted = new Set<string>();
    return {
      async delete(id, options) {
        deleted.add(id);
        return store.delete(id, options);
      },
      async save(rule, options) {
        if (!deleted.has(rule.id)) return store.save(rule, options);
        throw new PreceptError("RULE_CONFLICT", { id: rule.id, expected: "none", actual: "deleted" });
      },
    };
  },

  "refuses chains of replacements": (store) => ({
    async save(rule, options) {
      for (const id of rule.replaces) {
        if (((await store.get(id))?.rule.replaces.length ?? 0) === 0) continue;
        throw new PreceptError("RULE_INVALID", { name: rule.name, reasons: ["replaces: a chain"] });
      }
      return store.save(rule, options);
    },
  }),

  "refuses to replace a rule that it does not have": (store) => ({
    async save(rule, options) {
      for (const id of rule.replaces) {
        if ((await store.get(id)) !== undefined) continue;
        throw new PreceptError("RULE_INVALID", { name: rule.name, reasons: [`replaces: ${id}`] });
      }
      return store.save(rule, options);
    },
  }),
};
