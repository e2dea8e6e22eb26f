import { PreceptError, type Rule, type RuleStore, type StoredRule } from "@precept/core";
import type { Mutants } from "../mutant-suite.ts";
import { pause } from "../fake-save.ts";

async function currentRevision(store: RuleStore, id: string): Promise<{ revision?: string }> {
  const stored = await store.get(id);
  return stored === undefined ? {} : { revision: stored.revision };
}

/** A digest of the content of a rule, used as a revision. */
function nameOfContent(rule: Rule): string {
  return JSON.stringify({ ...rule, version: 0 });
}

function revisedByContent(stored: StoredRule): StoredRule {
  return { ...stored, revision: nameOfContent(stored.rule) };
}

export const revisionMutants: Mutants = {
  "ignores the revision of a save": (store) => ({
    save: async (rule, { signal } = {}) => store.save(rule, { signal, ...(await currentRevision(store, rule.id)) }),
  }),

  "accepts a new rule whose id exists": (store) => ({
    save: async (rule, options = {}) =>
      store.save(rule, options.revision === undefined ? await currentRevision(store, rule.id) : options),
  }),

  "accepts a change of a deleted rule": (store) => ({
    save: async (rule, options = {}) => store.save(rule, (await store.get(rule.id)) === undefined ? {} : options),
  }),

  "compares the revision and writes later": (store) => ({
    async save(rule, options = {}) {
      if ((await store.get(rule.id))?.revision !== options.revision) return store.save(rule, options);
      await pause();
      for (;;) {
        const [outcome] = await Promise.allSettled([store.save(rule, await currentRevision(store, rule.id))]);
        if (outcome.status === "fulfilled") return outcome.value;
        if (!PreceptError.is(outcome.reason, "RULE_CONFLICT")) throw outcome.reason;
      }
    },
  }),

  "ignores the revision of a deletion": (store) => ({ delete: (id, { signal } = {}) => store.delete(id, { signal }) }),

  "derives the revision from the content": (store) => ({
    async *list(options) {
      for await (const stored of store.list(options)) yield revisedByContent(stored);
    },
    async get(id, options) {
      const stored = await store.get(id, options);
      return stored && revisedByContent(stored);
    },
    async save(rule, options = {}) {
      const stored = await store.get(rule.id);
      const isCurrent = stored !== undefined && nameOfContent(stored.rule) === options.revision;
      return revisedByContent(await store.save(rule, isCurrent ? { ...options, revision: stored.revision } : options));
    },
  }),

  "restarts revisions after a deletion": (store) => {
    const inner = new Map<string, readonly string[]>();
    const shown = (stored: StoredRule) => ({ ...stored, revision: String(inner.get(stored.rule.id)?.length ?? 0) });
    return {
      async *list(options) {
        for await (const stored of store.list(options)) yield shown(stored);
      },
      async get(id, options) {
        const stored = await store.get(id, options);
        return stored && shown(stored);
      },
      async save(rule, { revision, signal } = {}) {
        const revisions = inner.get(rule.id) ?? [];
        const named = revision === undefined ? undefined : (revisions[Number(revision) - 1] ?? "never");
        const stored = await store.save(rule, { revision: named, signal });
        inner.set(rule.id, [...revisions, stored.revision]);
        return shown(stored);
      },
      async delete(id, { revision, signal } = {}) {
        const named = revision === undefined ? undefined : (inner.get(id)?.[Number(revision) - 1] ?? "never");
        const existed = await store.delete(id, { revision: named, signal });
        inner.delete(id);
        return existed;
      },
    };
  },
};
