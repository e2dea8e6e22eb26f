import { assertUniqueName, type RuleStore, type StoreChange, type StoredRule, type StoreEvent } from "@precept/core";
import { collect } from "../../src/subject/read.ts";
import { pause } from "../fake-save.ts";
import type { Mutation, Mutants } from "../mutant-suite.ts";

/** The revisions that a client wrote itself. */
function trackOwn(store: RuleStore): { readonly own: ReadonlySet<string>; readonly save: RuleStore["save"] } {
  const own = new Set<string>();
  return {
    own,
    async save(rule, options) {
      const unsubscribe = store.subscribe((event) => {
        if (event.kind === "changed") for (const { revision } of event.saved) own.add(revision);
      });
      // The memory store publishes before it returns its promise.
      const saving = store.save(rule, options);
      unsubscribe();
      return saving;
    },
  };
}

/** Replaces the changes that other clients caused. Drops those that are undefined. */
function replacingOthers(instead: (change: StoreChange) => StoreChange | undefined): Mutation {
  return (store) => {
    let isWriting = false;
    const asOwn = <Result>(call: () => Promise<Result>): Promise<Result> => {
      isWriting = true;
      const result = call();
      isWriting = false;
      return result;
    };
    return {
      save: (rule, options) => asOwn(() => store.save(rule, options)),
      delete: (id, options) => asOwn(() => store.delete(id, options)),
      apply: (writes, options) => asOwn(() => store.apply(writes, options)),
      async writeMany(writes, options) {
        isWriting = true;
        return store.writeMany(writes, options).finally(() => (isWriting = false));
      },
      subscribe: (listener, options) =>
        store.subscribe((event: StoreEvent) => {
          const replaced = event.kind === "changed" && !isWriting ? instead(event) : event;
          if (replaced !== undefined) listener(replaced);
        }, options),
    };
  };
}

export const peerMutants: Mutants = {
  "only shows rules that it wrote itself": (store) => {
    const { own, save } = trackOwn(store);
    return {
      save,
      async get(id, options) {
        const stored = await store.get(id, options);
        return stored !== undefined && own.has(stored.revision) ? stored : undefined;
      },
      async *list(options) {
        for await (const stored of store.list(options)) if (own.has(stored.revision)) yield stored;
      },
    };
  },

  "does not know the positions of other clients": (store) => {
    const { own, save } = trackOwn(store);
    return {
      save,
      hasReached: async (position, options) => own.size > 0 && store.hasReached(position, options),
    };
  },

  "caches its rules until it writes": (store) => {
    let cached: readonly StoredRule[] | undefined;
    return {
      async save(rule, options) {
        cached = undefined;
        return store.save(rule, options);
      },
      async delete(id, options) {
        cached = undefined;
        return store.delete(id, options);
      },
      async *list(options) {
        if (options === undefined) yield* (cached ??= await collect(store.list()));
        else yield* store.list(options);
      },
    };
  },

  "has a new position only after its own writes": (store) => {
    let position: string | undefined;
    const forget = <Result>(result: Result): Result => {
      position = undefined;
      return result;
    };
    return {
      save: async (rule, options) => forget(await store.save(rule, options)),
      delete: async (id, options) => forget(await store.delete(id, options)),
      async etag(options) {
        const current = await store.etag(options);
        return (position ??= current);
      },
    };
  },

  "does not publish the changes of others": replacingOthers(() => undefined),
  "publishes the changes of others without their deletions": replacingOthers((change) => ({ ...change, deleted: [] })),
  "publishes the changes of others without their rules": replacingOthers((change) => ({ ...change, saved: [] })),

  "publishes the changes of others to every tenant": (store) => ({
    subscribe(listener, options) {
      const { tenant: _, ...filter } = options?.filter ?? {};
      return store.subscribe(listener, { filter });
    },
  }),

  "publishes every second change of others late": (store) => {
    let late: StoreChange | undefined;
    return replacingOthers((change) => {
      if (late === undefined) {
        late = change;
        return undefined;
      }
      const { after } = late;
      const saved = [...change.saved, ...late.saved];
      late = undefined;
      return { ...change, after, saved };
    })(store);
  },

  "returns nothing since a position of an earlier client": (store) => {
    const known = new Set<string>();
    return {
      async etag(options) {
        const token = await store.etag(options);
        known.add(token);
        return token;
      },
      async changesSince(token, options) {
        const answer = await store.changesSince(token, options);
        if (answer.kind === "reset" || known.has(token)) return answer;
        return { ...answer, saved: [], deleted: [] };
      },
    };
  },

  "returns only its own changes since a position": (store) => {
    const { own, save } = trackOwn(store);
    return {
      save,
      async changesSince(token, options) {
        const answer = await store.changesSince(token, options);
        return answer.kind === "changed"
          ? { ...answer, saved: answer.saved.filter(({ revision }) => own.has(revision)) }
          : answer;
      },
    };
  },

  "compares revisions with the revisions that it knows": (store) => {
    const known = new Map<string, string>();
    const learn = async (): Promise<void> => {
      known.clear();
      for await (const { rule, revision } of store.list()) known.set(rule.id, revision);
    };
    return {
      async reload(options) {
        await store.reload(options);
        await learn();
      },
      async save(rule, options = {}) {
        const isKnown = options.revision !== undefined && known.get(rule.id) === options.revision;
        const stored = await store.save(rule, isKnown ? { ...options, revision: undefined, upsert: true } : options);
        known.set(stored.rule.id, stored.revision);
        return stored;
      },
      async delete(id, options = {}) {
        const isKnown = options.revision !== undefined && known.get(id) === options.revision;
        const existed = await store.delete(id, isKnown ? {} : options);
        known.delete(id);
        return existed;
      },
    };
  },

  "locks a rule only within a client": (store) => {
    let turn: Promise<unknown> = Promise.resolve();
    const inTurn = <Result>(task: () => Promise<Result>): Promise<Result> => {
      const result = turn.then(task);
      turn = result.catch(() => undefined);
      return result;
    };
    return {
      save: (rule, options = {}) =>
        inTurn(async () => {
          const current = await store.get(rule.id);
          if (options.revision === undefined || current?.revision !== options.revision) return store.save(rule, options);
          await pause();
          return store.save(rule, { ...options, revision: undefined, upsert: true });
        }),
      delete: (id, options = {}) =>
        inTurn(async () => {
          const existed = (await store.get(id)) !== undefined;
          await pause();
          return (await store.delete(id, options)) || existed;
        }),
    };
  },

  "locks a name only within a client": (store) => {
    let turn: Promise<unknown> = Promise.resolve();
    return {
      save(rule, options = {}) {
        if (options.uniqueName !== true) return store.save(rule, options);
        const saving = turn.then(async () => {
          for (const stored of await collect(store.list())) assertUniqueName(rule, [stored.rule]);
          await pause();
          return store.save(rule, { ...options, uniqueName: false });
        });
        turn = saving.catch(() => undefined);
        return saving;
      },
    };
  },

  "checks cycles of the rules that it knew when it read them": (store) => {
    let known: readonly StoredRule[] = [];
    return {
      async reload(options) {
        await store.reload(options);
        known = await collect(store.list());
      },
      async save(rule, options = {}) {
        const isKnown = known.length > 0 && rule.replaces.length > 0;
        if (!isKnown) return store.save(rule, options);
        // Stored without the check of the reference store.
        const stored = await store.save({ ...rule, replaces: [] }, options);
        return { ...stored, rule: { ...stored.rule, replaces: rule.replaces } };
      },
    };
  },

  "returns only its own revisions": (store) => {
    const { own, save } = trackOwn(store);
    return {
      save,
      async *history(id, options) {
        for await (const revision of store.history(id, options))
          if (own.has(revision.revision) || revision.deleted) yield revision;
      },
    };
  },

  "counts only its own uses": (store) => {
    const counts = new Map<string, number>();
    return {
      async recordUse(use, options) {
        await store.recordUse(use, options);
        for (const id of use.ids) counts.set(id, (counts.get(id) ?? 0) + 1);
      },
      async usage(ids, options) {
        const used = await store.usage(ids, options);
        return new Map([...used].map(([id, usage]) => [id, { ...usage, count: counts.get(id) ?? 0 }]));
      },
    };
  },
};
