import type { RuleStore, StoreChange, StoredRule, StoreReset, SubscribeOptions } from "@precept/core";
import type { Mutation, Mutants } from "../mutant-suite.ts";

type Since = StoreChange | StoreReset;

/** Replaces the answers of `changesSince`. */
function answering(instead: (answer: Since, token: string, options: SubscribeOptions) => Since | Promise<Since>): Mutation {
  return (store) => ({
    changesSince: async (token, options = {}) => instead(await store.changesSince(token, options), token, options),
  });
}

/** Replaces the changes that listeners receive. Drops those that are undefined. */
function publishing(
  instead: (change: StoreChange, options: SubscribeOptions | undefined, store: RuleStore) => StoreChange | undefined,
): Mutation {
  return (store) => ({
    subscribe: (listener, options) =>
      store.subscribe((event) => {
        const replaced = event.kind === "changed" ? instead(event, options, store) : event;
        if (replaced !== undefined) listener(replaced);
      }, options),
  });
}

function withoutTenant(options: SubscribeOptions = {}): SubscribeOptions {
  const { tenant: _, ...filter } = options.filter ?? {};
  return { filter };
}

export const feedMutants: Mutants = {
  "publishes changes that do not pass the filter": (store) => ({ subscribe: (listener) => store.subscribe(listener) }),
  "publishes changes of other tenants": (store) => ({
    subscribe: (listener, options) => store.subscribe(listener, withoutTenant(options)),
  }),
  "does not publish that a rule leaves the filter": publishing((change, { filter } = {}) =>
    filter === undefined || change.deleted.length === 0 ? change : undefined,
  ),
  "publishes the position after a change as the position before it": publishing((change) => ({ ...change, after: change.token })),
  "publishes an outdated position": publishing((change) => ({ ...change, token: change.after })),
  "publishes positions that the store does not know": publishing((change) => ({
    ...change,
    after: `${change.after}'`,
    token: `${change.token}'`,
  })),
  "publishes a reset for each change": (store) => ({
    subscribe: (listener, options) =>
      store.subscribe((event) => listener(event.kind === "changed" ? { kind: "reset", token: event.token } : event), options),
  }),
  "loses every third change": (store) => {
    let count = 0;
    return publishing((change) => ((count += 1) % 3 === 0 ? undefined : change))(store);
  },
  "publishes the rules of the previous change": (store) => {
    let previous: readonly StoredRule[] = [];
    return publishing((change) => {
      const { saved } = change;
      const late = { ...change, saved: previous };
      previous = saved;
      return late;
    })(store);
  },
  "does not publish several writes": (store) => {
    let isSilent = false;
    return {
      ...publishing((change) => (isSilent ? undefined : change))(store),
      async writeMany(writes, options) {
        isSilent = true;
        return store.writeMany(writes, options).finally(() => (isSilent = false));
      },
    };
  },

  "always has the same position": () => ({ etag: async () => "1" }),
  "has a new position for each call": (store) => {
    let calls = 0;
    return { etag: async (options) => `${await store.etag(options)}/${(calls += 1)}` };
  },
  "has a new position after a reload": (store) => {
    let reloads = 0;
    return {
      etag: async (options) => (await store.etag(options)) + "'".repeat(reloads),
      async reload(options) {
        await store.reload(options);
        reloads += 1;
      },
    };
  },
  "derives its position from the number of rules": (store) => ({
    async etag(options) {
      await store.etag(options);
      let count = 0;
      for await (const _ of store.list()) count += 1;
      return String(count);
    },
  }),

  "knows no position": answering(({ token }) => ({ kind: "reset", token })),
  "returns nothing since an unknown position": answering((answer, after) =>
    answer.kind === "changed" ? answer : { kind: "changed", after, token: answer.token, saved: [], deleted: [] },
  ),
  "reads the start of a position": (store) => ({
    async changesSince(token, options) {
      for (let end = token.length; end > 0; end -= 1) {
        const answer = await store.changesSince(token.slice(0, end), options);
        if (answer.kind === "changed") return { ...answer, after: token };
      }
      return store.changesSince(token, options);
    },
  }),
  "returns an earlier position with a reset": answering((answer) =>
    answer.kind === "reset" ? { ...answer, token: "0" } : answer,
  ),
  "returns changes since the current position": (store) => {
    let last: readonly StoredRule[] = [];
    store.subscribe((event) => event.kind === "changed" && (last = event.saved));
    return answering((answer) => (answer.kind === "changed" && answer.saved.length === 0 ? { ...answer, saved: last } : answer))(
      store,
    );
  },
  "returns each change since a position": answering((answer) =>
    answer.kind === "changed" ? { ...answer, saved: [...answer.saved, ...answer.saved] } : answer,
  ),
  "returns changed rules as they were after their first change": (store) => {
    const first = new Map<string, StoredRule>();
    store.subscribe((event) => {
      if (event.kind !== "changed") return;
      for (const stored of event.saved) if (!first.has(stored.rule.id)) first.set(stored.rule.id, stored);
    });
    return answering((answer) =>
      answer.kind === "changed"
        ? { ...answer, saved: answer.saved.map((stored) => first.get(stored.rule.id) ?? stored) }
        : answer,
    )(store);
  },
  "omits deletions since a position": answering((answer) => (answer.kind === "changed" ? { ...answer, deleted: [] } : answer)),
  "does not filter changes since a position": (store) => ({
    changesSince: async (token, { signal } = {}) => store.changesSince(token, { ...(signal && { signal }) }),
  }),
  "returns changes of other tenants": (store) => ({
    changesSince: async (token, { signal, ...options } = {}) =>
      store.changesSince(token, { ...withoutTenant(options), ...(signal && { signal }) }),
  }),
  "omits rules that left the filter since a position": answering((answer, _, { filter = {} }) =>
    answer.kind === "changed" && Object.keys(filter).length > 0 ? { ...answer, deleted: [] } : answer,
  ),
  "restarts positions when it is reopened": (store) => {
    const positions = new Map<string, string>();
    const shown = (token: string): string => {
      const known = [...positions].find(([, inner]) => inner === token)?.[0] ?? String(positions.size);
      positions.set(known, token);
      return known;
    };
    return {
      etag: async (options) => shown(await store.etag(options)),
      async changesSince(token, options) {
        const inner = positions.get(token);
        if (inner === undefined)
          return { kind: "changed", after: token, token: shown(await store.etag()), saved: [], deleted: [] };
        const answer = await store.changesSince(inner, options);
        return { ...answer, token: shown(answer.token), ...(answer.kind === "changed" && { after: token }) };
      },
    };
  },
  "has only reached its current position": (store) => ({
    hasReached: async (position, options) => (await store.hasReached(position, options)) && position === (await store.etag()),
  }),
  "has reached any position": (store) => ({
    hasReached: async (_position, options) => store.hasReached(await store.etag(), options),
  }),
};
