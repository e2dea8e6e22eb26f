import type { ListOptions, RuleStore, StoredRule, StoreEvent } from "@precept/core";
import type { Decisions, Network } from "./network.ts";
import type { Server } from "./server.ts";

/** The connection of a client to the server. */
export interface Link {
  readonly store: RuleStore;
  /** Whether calls fail. */
  isDown: boolean;
  /** The index of the newest state of which an event was delivered. */
  delivered: number;
  /** Sends an event to the client. */
  send(event: StoreEvent): void;
}

/** The number of rules that one request of a listing returns. */
const pageSize = 2;

/** Connects a client to a server over a network that delays, loses, repeats and reorders. A call can fail before or after the server performs it. */
export function createLink(server: Server, network: Network, decisions: Decisions): Link {
  const { store: inner } = server;
  const listeners = new Set<(event: StoreEvent) => void>();
  const failureRate = [0, 0.005, 0.03][decisions.below(3)] ?? 0;
  const assertUp = (): void => {
    if (link.isDown || decisions.chance(failureRate)) throw new Error("connection lost");
  };
  const call = async <Result>(run: () => Promise<Result>): Promise<Result> => {
    assertUp();
    await network.travel();
    assertUp();
    const outcome = await run().then(
      (result) => () => result,
      (error: unknown) => () => {
        throw error;
      },
    );
    await network.travel();
    assertUp();
    return outcome();
  };
  const list = async function* list(options: ListOptions = {}): AsyncIterable<StoredRule> {
    // A listing is not one point in time: rules can change between its pages.
    let cursor = options.cursor;
    for (let page = await readPage(cursor); page.length > 0; page = await readPage(cursor)) {
      yield* page;
      cursor = page.at(-1)?.cursor;
    }
    function readPage(after: string | undefined): Promise<readonly StoredRule[]> {
      const { filter = {} } = options;
      return call(async () => {
        const rules: StoredRule[] = [];
        for await (const stored of inner.list({ filter, limit: pageSize, ...(after !== undefined && { cursor: after }) }))
          rules.push(stored);
        return rules;
      });
    }
  };
  const store: RuleStore = {
    ...unchanged(inner),
    list,
    async *listIds(options) {
      for await (const { rule, revision, cursor } of list(options)) yield { id: rule.id, revision, cursor };
    },
    get: (id, options) => call(() => inner.get(id, options)),
    getMany: (ids, options) => call(() => inner.getMany(ids, options)),
    etag: (options) => call(() => inner.etag(options)),
    changesSince: (token, options) =>
      call(async () => {
        if (decisions.chance(0.05)) return { kind: "reset", token: await inner.etag() };
        const change = await inner.changesSince(token, options);
        if (change.kind === "reset" || decisions.chance(0.8)) return change;
        const omitted = [...change.saved.map(({ rule }) => rule.id), ...change.deleted];
        return { ...change, saved: [], deleted: [], omitted };
      }),
    save: (rule, options) => call(() => inner.save(rule, options)),
    delete: (id, options) => call(() => inner.delete(id, options)),
    apply: (writes, options) => call(() => inner.apply(writes, options)),
    writeMany: (writes, options) => call(() => inner.writeMany(writes, options)),
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    async [Symbol.asyncDispose]() {
      listeners.clear();
    },
  };
  const link: Link = {
    store,
    isDown: false,
    delivered: 0,
    send: (event) =>
      network.send(event, () => {
        if (event.kind !== "state") link.delivered = Math.max(link.delivered, server.indexOf(event.token));
        for (const listener of listeners) listener(event);
      }),
  };
  inner.subscribe((event) => {
    if (event.kind !== "changed" || decisions.chance(0.8)) link.send(event);
    else link.send({ ...event, saved: [], deleted: [], omitted: [...event.saved.map(({ rule }) => rule.id), ...event.deleted] });
  });
  return link;
}

/** The members that do not need the network in the simulation. */
function unchanged(store: RuleStore): Omit<RuleStore, "list" | "listIds" | "subscribe"> {
  return {
    id: store.id,
    capabilities: store.capabilities,
    get: (...args) => store.get(...args),
    getMany: (...args) => store.getMany(...args),
    etag: (...args) => store.etag(...args),
    changesSince: (...args) => store.changesSince(...args),
    hasReached: (...args) => store.hasReached(...args),
    save: (...args) => store.save(...args),
    delete: (...args) => store.delete(...args),
    apply: (...args) => store.apply(...args),
    writeMany: (...args) => store.writeMany(...args),
    history: (...args) => store.history(...args),
    pruneHistory: (...args) => store.pruneHistory(...args),
    recordUse: (...args) => store.recordUse(...args),
    usage: (...args) => store.usage(...args),
    search: (...args) => store.search(...args),
    reload: (...args) => store.reload(...args),
    diagnostics: () => store.diagnostics(),
    state: () => store.state(),
    [Symbol.asyncDispose]: async () => undefined,
  };
}
