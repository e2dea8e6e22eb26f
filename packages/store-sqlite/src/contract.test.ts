import type { RuleStore, StoreCapabilities } from "@precept/core";
import { describeRuleStore } from "@precept/store-testkit";
import { bySize } from "@precept/testing";
import type { SqliteStoreOptions } from "./options.ts";
import { isUtf8 } from "./rows.ts";
import { createSqliteStore } from "./store.ts";
import { databasePath } from "../test/directory.ts";

const paths = new WeakMap<RuleStore, string>();

function openAt(path: string, options: Partial<SqliteStoreOptions> = {}): RuleStore {
  const store = createSqliteStore({ ...options, path });
  paths.set(store, path);
  return store;
}

async function closedPathOf(store: RuleStore): Promise<string> {
  await store[Symbol.asyncDispose]();
  return paths.get(store) ?? "";
}

const guarantees = { orderedIds: true, ruleCursors: true, cycleChecks: true } as const;

const capabilities: StoreCapabilities = {
  write: true,
  search: true,
  history: true,
  usage: true,
  transactions: true,
  positions: true,
  ...guarantees,
};

/** How many sequences of calls the properties of the contract try. */
const model = { runs: bySize({ sample: 10, full: 300 }) };

describeRuleStore("SQLite", {
  open: async () => openAt(databasePath()),
  reopen: async (store) => openAt(await closedPathOf(store)),
  peer: async (store) => openAt(paths.get(store) ?? ""),
  capabilities,
  model,
  accepts: ({ id, name, projectId = "", userId = "", tags, targets, contexts, replaces }) =>
    [id, name, projectId, userId, ...tags, ...targets, ...contexts, ...replaces].every(isUtf8),
});

// A short polling interval, to check that the store does not publish its own writes as changes of another process.
const watched: Partial<SqliteStoreOptions> = { watch: true, pollMs: 1, durability: "normal" };

describeRuleStore("SQLite, watched", {
  open: async () => openAt(databasePath(), watched),
  reopen: async (store) => openAt(await closedPathOf(store), watched),
  peer: async (store) => openAt(paths.get(store) ?? "", watched),
  capabilities,
  model,
});

describeRuleStore("SQLite, for reading alone", {
  async open() {
    const store = openAt(databasePath());
    await store.get("a");
    return openAt(await closedPathOf(store), { readOnly: true });
  },
  capabilities: { write: false, search: true, history: true, usage: false, transactions: false, positions: true, ...guarantees },
});
