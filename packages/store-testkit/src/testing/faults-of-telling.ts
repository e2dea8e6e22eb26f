import { ChangeFeed, PreceptError, type RuleStore, type StoreChange } from "@precept/core";
import { collect } from "../subject/read.ts";
import type { Fault, Faults } from "./mutant.ts";

type Listener = Parameters<RuleStore["subscribe"]>[0];

/** A store whose listeners are told what the fault makes of each change. */
function telling(instead: (change: StoreChange, tell: Listener) => void): Fault {
  return (store) => ({ subscribe: (listener) => store.subscribe((change) => instead(change, listener)) });
}

export const faultsOfTelling: Faults = {
  "tells nobody": () => ({ subscribe: () => () => undefined }),
  "tells of no deletion": telling((change, tell) => change.deleted.length === 0 && tell(change)),
  "tells everything twice": telling((change, tell) => [change, change].forEach(tell)),
  "tells of a save as of a deletion, too": telling((change, tell) =>
    tell({ ...change, deleted: [...change.deleted, ...change.saved.map(({ id }) => id)] }),
  ),

  "tells a write before the next one": (store) => {
    const feed = new ChangeFeed();
    let late: StoreChange = { saved: [], deleted: [] };
    store.subscribe((change) => {
      feed.publish(late);
      late = change;
    });
    return { subscribe: (listener) => feed.subscribe(listener) };
  },

  "tells of a write before it is done": (store) => {
    const feed = new ChangeFeed();
    return {
      subscribe: (listener) => feed.subscribe(listener),
      async save(rule, options) {
        feed.publish({ saved: [rule], deleted: [] });
        await Promise.resolve();
        return store.save(rule, options);
      },
      async delete(id, options) {
        feed.publish({ saved: [], deleted: [id] });
        await Promise.resolve();
        return store.delete(id, options);
      },
    };
  },

  "tells what was handed in": (store) => {
    const feed = new ChangeFeed();
    store.subscribe(({ deleted }) => feed.publish({ saved: [], deleted }));
    return {
      subscribe: (listener) => feed.subscribe(listener),
      async save(rule, options) {
        const stored = await store.save(rule, options);
        feed.publish({ saved: [rule], deleted: [] });
        return stored;
      },
    };
  },

  "tells only who came first": (store) => {
    let taken = false;
    return {
      subscribe(listener) {
        if (taken) return () => undefined;
        taken = true;
        const leave = store.subscribe(listener);
        return () => {
          taken = false;
          leave();
        };
      },
    };
  },

  "takes the same function for the same listener": (store) => {
    const leaving = new Map<Listener, () => void>();
    return {
      subscribe(listener) {
        if (!leaving.has(listener)) leaving.set(listener, store.subscribe(listener));
        return () => {
          leaving.get(listener)?.();
          leaving.delete(listener);
        };
      },
    };
  },

  "lets nobody leave": (store) => ({
    subscribe(listener) {
      store.subscribe(listener);
      return () => undefined;
    },
  }),

  "lets all leave with one who leaves twice": (store) => {
    const leaving: (() => void)[] = [];
    return {
      subscribe(listener) {
        let left = 0;
        const leave = store.subscribe(listener);
        leaving.push(leave);
        return () => {
          left += 1;
          leave();
          if (left > 1) for (const other of leaving) other();
        };
      },
    };
  },

  "fails where a listener throws": (store) => {
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

  "takes no write while it tells": (store) => {
    let isTelling = false;
    return {
      subscribe: (listener) =>
        store.subscribe((change) => {
          isTelling = true;
          listener(change);
          isTelling = false;
        }),
      async save(rule, options) {
        if (isTelling) throw new PreceptError("STORE_FAILED", { store: store.id, reason: "it is locked" });
        return store.save(rule, options);
      },
    };
  },

  "tells all rules at every reload": (store) => {
    const feed = new ChangeFeed();
    return {
      subscribe(listener) {
        const leaving = [store.subscribe(listener), feed.subscribe(listener)];
        return () => leaving.forEach((leave) => leave());
      },
      async reload(options) {
        await store.reload(options);
        feed.publish({ saved: (await collect(store.list())).map(({ rule }) => rule), deleted: [] });
      },
    };
  },

  "tells of changes of nothing": (store) => {
    const listeners = new Set<Listener>();
    const tellNothing = () => listeners.forEach((listener) => listener({ saved: [], deleted: [] }));
    return {
      subscribe(listener) {
        listeners.add(listener);
        const leave = store.subscribe(listener);
        return () => {
          listeners.delete(listener);
          leave();
        };
      },
      async delete(id, options) {
        const existed = await store.delete(id, options);
        if (!existed) tellNothing();
        return existed;
      },
      async apply(writes, options) {
        const saved = await store.apply(writes, options);
        if (writes.length === 0) tellNothing();
        return saved;
      },
    };
  },
};
