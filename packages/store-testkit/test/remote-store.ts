import {
  compareText,
  createUnsupportedOperations,
  frozenCopy,
  getManyStored,
  getStored,
  listStored,
  PreceptError,
  writeEach,
  type CancelSignal,
  type ChangeRecord,
  type ListOptions,
  type RuleStore,
  type StoreCapabilities,
  type StoredRule,
} from "@precept/core";
import { collect } from "../src/subject/read.ts";
import { pause } from "./fake-save.ts";
import type { Connection, RemoteData } from "./remote-data.ts";
import { RemoteSubscriptions } from "./remote-subscriptions.ts";

export const remoteCapabilities: StoreCapabilities = {
  write: true,
  search: false,
  history: false,
  usage: false,
  transactions: false,
  positions: false,
  orderedIds: false,
  ruleCursors: false,
  cycleChecks: false,
};

/** Creates a client of rules on a server, with as few guarantees as a remote store may give. */
export function createRemoteStore(data: RemoteData): RuleStore {
  const subscriptions = new RemoteSubscriptions();
  let closed = false;
  const connection: Connection = {
    onChange: (record: ChangeRecord, token: string, isOwn: boolean) => subscriptions.send(record, token, isOwn),
  };
  data.connections.add(connection);
  const assertOpen = (signal?: CancelSignal): void => {
    if (closed) throw new PreceptError("STORE_CLOSED", { store: data.id });
    signal?.throwIfAborted();
  };
  /** Runs a call on the server, which takes a while. */
  const call = async <Result>(signal: CancelSignal | undefined, run: () => Result): Promise<Result> => {
    assertOpen(signal);
    await pause();
    assertOpen(signal);
    return run();
  };
  const { apply, history, pruneHistory, recordUse, usage, search, hasReached } = createUnsupportedOperations(data.id);
  const store: RuleStore = {
    id: data.id,
    capabilities: remoteCapabilities,
    async *list(options = {}) {
      assertOpen(options.signal);
      for (const stored of await listInOwnOrder([...data.rules.values()], options)) {
        assertOpen(options.signal);
        yield stored;
      }
    },
    async *listIds(options = {}) {
      for await (const { rule, revision, cursor } of store.list(options)) yield { id: rule.id, revision, cursor };
    },
    get: (id, { signal, tenant } = {}) => call(signal, () => getStored(data.rules, id, tenant)),
    getMany: (ids, { signal, tenant } = {}) => call(signal, () => getManyStored(data.rules, ids, tenant)),
    etag: ({ signal } = {}) => call(signal, () => data.log.token),
    changesSince: (token, { signal, ...options } = {}) => call(signal, () => data.log.since(token, options)),
    save(rule, { signal, ...options } = {}) {
      const copy = frozenCopy(rule);
      return call(signal, () => data.save(copy, options, connection));
    },
    delete: (id, { signal, ...options } = {}) => call(signal, () => data.delete(id, options, connection)),
    async writeMany(writes, options = {}) {
      assertOpen(options.signal);
      return writeEach(store, frozenCopy(writes), options);
    },
    reload: ({ signal } = {}) => call(signal, () => subscriptions.deliver()),
    diagnostics: () => [],
    state: () => ({ status: "ready" }),
    subscribe: (listener, options) => subscriptions.add(listener, options, data.log.token),
    apply,
    history,
    pruneHistory,
    recordUse,
    usage,
    search,
    hasReached,
    async [Symbol.asyncDispose]() {
      closed = true;
      data.connections.delete(connection);
      subscriptions.clear();
    },
  };
  return store;
}

function keyOf({ rule }: StoredRule): string {
  return `cursor:${[...rule.id].toReversed().join("")}`;
}

/** Lists rules in the order of their reversed ids, which are the cursors. */
async function listInOwnOrder(
  rules: readonly StoredRule[],
  { filter = {}, cursor, limit }: ListOptions,
): Promise<readonly StoredRule[]> {
  const passing = await collect(listStored(rules, { filter }, () => undefined));
  return passing
    .map((stored) => ({ ...stored, cursor: keyOf(stored) }))
    .filter((stored) => cursor === undefined || compareText(stored.cursor, cursor) > 0)
    .toSorted((left, right) => compareText(left.cursor, right.cursor))
    .slice(0, limit);
}
