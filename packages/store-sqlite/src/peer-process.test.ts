import type { RuleStore, StoreCapabilities } from "@precept/core";
import { checkRequirement, requirementIds, requirements, type RuleStoreSuite } from "@precept/store-testkit";
import { afterAll, describe, expect, it } from "vitest";
import { createSqliteStore } from "./store.ts";
import { databasePath } from "../test/directory.ts";
import { PeerProcess } from "../test/process-store.ts";

const capabilities: StoreCapabilities = {
  write: true,
  search: true,
  history: true,
  usage: true,
  transactions: true,
  positions: true,
  orderedIds: true,
  ruleCursors: true,
  cycleChecks: true,
};

describe("a SQLite file in two processes", () => {
  const other = new PeerProcess();
  const paths = new WeakMap<RuleStore, string>();
  afterAll(() => other.end());

  const suite: RuleStoreSuite = {
    capabilities,
    async open() {
      const path = databasePath();
      const store = createSqliteStore({ path });
      paths.set(store, path);
      return store;
    },
    async reopen(store) {
      await store[Symbol.asyncDispose]();
      const path = paths.get(store) ?? "";
      const again = createSqliteStore({ path });
      paths.set(again, path);
      return again;
    },
    peer: async (store) => other.open(paths.get(store) ?? "", capabilities),
    // Each step of a sequence is a call of the other process.
    model: { runs: 20 },
  };

  it.each(requirementIds.filter((id) => id.startsWith("peer/")).map((id) => [requirements[id].text, id] as const))(
    "%s",
    async (_, id) => {
      expect(await checkRequirement(id, suite)).toBeUndefined();
    },
    60_000,
  );
});
