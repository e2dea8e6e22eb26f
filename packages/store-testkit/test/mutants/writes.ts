import { PreceptError, assertUniqueName, type StoredRule } from "@precept/core";
import { copyOf, idsOf } from "../../src/subject/read.ts";
import type { Mutants } from "../mutant-suite.ts";
import { pause, fakeSave } from "../fake-save.ts";

export const writeMutants: Mutants = {
  "loses changes": (store) => ({
    save: async (rule, options = {}) => (options.revision === undefined ? store.save(rule, options) : fakeSave(rule)),
  }),

  "ignores taken names": (store) => ({
    save: (rule, options) => store.save(rule, { ...options, uniqueName: false }),
  }),

  "checks a name and writes later": (store) => ({
    async save(rule, { uniqueName = false, ...options } = {}) {
      if (uniqueName) {
        for await (const stored of store.list()) assertUniqueName(rule, [stored.rule]);
        await pause();
      }
      return store.save(rule, options);
    },
  }),

  "resolves a rejected save": (store) => ({
    save: async (rule, options) => store.save(rule, options).catch(() => fakeSave(rule)),
  }),

  "resolves a rejected deletion": (store) => ({
    delete: async (id, options) => store.delete(id, options).catch(() => true),
  }),

  "throws other errors": (store) => ({
    save: (rule, options) =>
      store.save(rule, options).catch((error: unknown) => {
        throw new Error(String(error));
      }),
  }),

  "merges the new rule with the old one": (store) => ({
    async save(rule, options) {
      const old = (await store.get(rule.id))?.rule;
      return store.save(
        { ...rule, tags: [...(old?.tags ?? []), ...rule.tags], metadata: { ...old?.metadata, ...rule.metadata } },
        options,
      );
    },
  }),

  "drops concurrent saves": (store) => {
    let busy = false;
    return {
      async save(rule, options) {
        if (busy) return fakeSave(rule);
        busy = true;
        await pause();
        return store.save(rule, options).finally(() => (busy = false));
      },
    };
  },

  "changes another rule with every change": (store) => ({
    async save(rule, options = {}) {
      const stored = await store.save(rule, options);
      const other = (await idsOf(store)).find((id) => id !== rule.id);
      const found = other === undefined || options.revision === undefined ? undefined : await store.get(other);
      if (found !== undefined) await store.save(found.rule, { revision: found.revision });
      return stored;
    },
  }),

  "returns the given rule": (store) => ({
    save: async (rule, options) => ({ ...(await store.save(rule, options)), rule: copyOf(rule) }),
  }),

  "always returns true for a deletion": (store) => ({
    delete: async (id, options) => (await store.delete(id, options)) || true,
  }),

  "deletes the next rule too": (store) => ({
    async delete(id, options) {
      const [next] = await idsOf(store, { cursor: id, limit: 1 });
      const existed = await store.delete(id, options);
      if (existed && next !== undefined) await store.delete(next);
      return existed;
    },
  }),

  "returns deleted rules": (store) => {
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

  "rejects a deleted rule forever": (store) => {
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

  "rejects chains of replacements": (store) => ({
    async save(rule, options) {
      for (const id of rule.replaces) {
        if (((await store.get(id))?.rule.replaces.length ?? 0) === 0) continue;
        throw new PreceptError("RULE_INVALID", { name: rule.name, reasons: ["replaces: a chain"] });
      }
      return store.save(rule, options);
    },
  }),

  "rejects replacements of unknown rules": (store) => ({
    async save(rule, options) {
      for (const id of rule.replaces) {
        if ((await store.get(id)) !== undefined) continue;
        throw new PreceptError("RULE_INVALID", { name: rule.name, reasons: [`replaces: ${id}`] });
      }
      return store.save(rule, options);
    },
  }),
};
