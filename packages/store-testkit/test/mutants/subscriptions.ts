import { Listeners, PreceptError, type RuleStore, type StoreChange, type StoreEvent } from "@precept/core";
import { collect } from "../../src/subject/read.ts";
import { fakeSave } from "../fake-save.ts";
import type { Mutation, Mutants } from "../mutant-suite.ts";

type Listener = Parameters<RuleStore["subscribe"]>[0];

/** Replaces the changes that listeners receive. */
function replacingChanges(instead: (change: StoreChange, notify: Listener) => void): Mutation {
  return (store) => ({
    subscribe: (listener, options) =>
      store.subscribe((event) => (event.kind === "changed" ? instead(event, listener) : listener(event)), options),
  });
}

/** Creates a change for a mutant that does not know the positions. */
function changeOf(change: Pick<StoreChange, "saved" | "deleted">): StoreChange {
  return { kind: "changed", after: "", token: "", ...change };
}

export const subscriptionMutants: Mutants = {
  "never notifies": () => ({ subscribe: () => () => undefined }),
  "does not notify for deletions": replacingChanges((change, notify) => change.deleted.length === 0 && notify(change)),
  "notifies twice": replacingChanges((change, notify) => [change, change].forEach(notify)),
  "reports a save as a deletion too": replacingChanges((change, notify) =>
    notify({ ...change, deleted: [...change.deleted, ...change.saved.map(({ rule }) => rule.id)] }),
  ),

  "notifies before the next write": (store) => {
    const feed = new Listeners<StoreEvent>();
    let late: StoreEvent | undefined;
    store.subscribe((event) => {
      if (late !== undefined) feed.emit(late);
      late = event;
    });
    return { subscribe: (listener) => feed.add(listener) };
  },

  "notifies before the write": (store) => {
    const feed = new Listeners<StoreEvent>();
    return {
      subscribe: (listener) => feed.add(listener),
      async save(rule, options) {
        feed.emit(changeOf({ saved: [fakeSave(rule)], deleted: [] }));
        await Promise.resolve();
        return store.save(rule, options);
      },
      async delete(id, options) {
        feed.emit(changeOf({ saved: [], deleted: [id] }));
        await Promise.resolve();
        return store.delete(id, options);
      },
    };
  },

  "notifies with the given rule": (store) => {
    const feed = new Listeners<StoreEvent>();
    store.subscribe((event) => event.kind === "changed" && event.deleted.length > 0 && feed.emit({ ...event, saved: [] }));
    return {
      subscribe: (listener) => feed.add(listener),
      async save(rule, options) {
        const stored = await store.save(rule, options);
        feed.emit(changeOf({ saved: [{ ...stored, rule }], deleted: [] }));
        return stored;
      },
    };
  },

  "notifies only the first listener": (store) => {
    let taken = false;
    return {
      subscribe(listener) {
        if (taken) return () => undefined;
        taken = true;
        const unsubscribe = store.subscribe(listener);
        return () => {
          taken = false;
          unsubscribe();
        };
      },
    };
  },

  "deduplicates listeners": (store) => {
    const unsubscribers = new Map<Listener, () => void>();
    return {
      subscribe(listener) {
        if (!unsubscribers.has(listener)) unsubscribers.set(listener, store.subscribe(listener));
        return () => {
          unsubscribers.get(listener)?.();
          unsubscribers.delete(listener);
        };
      },
    };
  },

  "ignores unsubscriptions": (store) => ({
    subscribe(listener) {
      store.subscribe(listener);
      return () => undefined;
    },
  }),

  "removes all listeners on a second unsubscription": (store) => {
    const unsubscribers: (() => void)[] = [];
    return {
      subscribe(listener) {
        let left = 0;
        const unsubscribe = store.subscribe(listener);
        unsubscribers.push(unsubscribe);
        return () => {
          left += 1;
          unsubscribe();
          if (left > 1) for (const other of unsubscribers) other();
        };
      },
    };
  },

  "fails if a listener throws": (store) => {
    const listeners = new Set<Listener>();
    let thrown: unknown;
    store.subscribe((change) => {
      try {
        for (const listener of listeners) listener(change);
      } catch (error) {
        thrown = error;
      }
    });
    return {
      subscribe(listener) {
        const own: Listener = (change) => listener(change);
        listeners.add(own);
        return () => listeners.delete(own);
      },
      async save(rule, options) {
        const stored = await store.save(rule, options);
        if (thrown !== undefined) throw thrown;
        return stored;
      },
    };
  },

  "rejects writes during notifications": (store) => {
    let isNotifying = false;
    return {
      subscribe: (listener) =>
        store.subscribe((change) => {
          isNotifying = true;
          listener(change);
          isNotifying = false;
        }),
      async save(rule, options) {
        if (isNotifying) throw new PreceptError("STORE_FAILED", { store: store.id, reason: "it is locked", retryable: true });
        return store.save(rule, options);
      },
    };
  },

  "notifies of all rules on reload": (store) => {
    const feed = new Listeners<StoreEvent>();
    return {
      subscribe(listener) {
        const unsubscribers = [store.subscribe(listener), feed.add(listener)];
        return () => unsubscribers.forEach((unsubscribe) => unsubscribe());
      },
      async reload(options) {
        await store.reload(options);
        feed.emit(changeOf({ saved: await collect(store.list()), deleted: [] }));
      },
    };
  },

  "notifies of empty changes": (store) => {
    const listeners = new Set<Listener>();
    const notifyEmpty = () => listeners.forEach((listener) => listener(changeOf({ saved: [], deleted: [] })));
    return {
      subscribe(listener) {
        listeners.add(listener);
        const unsubscribe = store.subscribe(listener);
        return () => {
          listeners.delete(listener);
          unsubscribe();
        };
      },
      async delete(id, options) {
        const existed = await store.delete(id, options);
        if (!existed) notifyEmpty();
        return existed;
      },
      async apply(writes, options) {
        const saved = await store.apply(writes, options);
        if (writes.length === 0) notifyEmpty();
        return saved;
      },
    };
  },
};
