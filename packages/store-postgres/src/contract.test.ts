import { isStorable, type RuleStore, type StoreCapabilities } from "@precept/core";
import { describeRuleStore } from "@precept/store-testkit";
import { bySize } from "@precept/testing";
import { describe } from "vitest";
import type { PostgresStoreOptions } from "./options.ts";
import { newSchema, openStore, url } from "../test/open.ts";

const schemas = new WeakMap<RuleStore, string>();

async function openAt(schema: string, options: Partial<PostgresStoreOptions> = {}): Promise<RuleStore> {
  const store = await openStore({ schema, ...options });
  schemas.set(store, schema);
  return store;
}

const capabilities: StoreCapabilities = {
  write: true,
  search: true,
  meaning: false,
  history: true,
  usage: true,
  transactions: true,
  positions: true,
  orderedIds: true,
  ruleCursors: true,
  cycleChecks: true,
};

/** How many sequences of calls the properties of the contract try. */
const model = { runs: bySize({ sample: 4, full: 300 }) };

describe.skipIf(url === undefined)("with PostgreSQL", () => {
  for (const options of bySize({ sample: [{}], full: [{}, { watch: true, pollMs: 20 }] })) {
    describeRuleStore("watch" in options ? "PostgreSQL, watched" : "PostgreSQL", {
      open: () => openAt(newSchema(), options),
      async reopen(store) {
        await store[Symbol.asyncDispose]();
        return openAt(schemas.get(store) ?? "", options);
      },
      peer: (store) => openAt(schemas.get(store) ?? "", options),
      capabilities,
      model,
      accepts: ({ id, name, projectId = "", userId = "", tags, targets, contexts, replaces }) =>
        [id, name, projectId, userId, ...tags, ...targets, ...contexts, ...replaces].every(isStorable),
    });
  }
});
