import { inject } from "vitest";
import type { RuleStore } from "@precept/core";
import type { PostgresStoreOptions } from "../src/options.ts";
import { createPostgresStore } from "../src/store.ts";

/** The URL of the server of the tests. Undefined if PostgreSQL is not installed: the tests are then skipped. */
export const url = inject("postgresUrl");

let schemas = 0;
let stores = 0;

/** A schema that no other test uses. */
export function newSchema(): string {
  schemas += 1;
  return `test_${crypto.randomUUID().replaceAll("-", "").slice(0, 12)}_${schemas}`;
}

/** Opens a store on the server of the tests, with connections of its own, as in another process. */
export async function openStore(options: Partial<PostgresStoreOptions> = {}): Promise<RuleStore> {
  stores += 1;
  const store = createPostgresStore({ url: url ?? "", schema: newSchema(), maxWaiting: 1000 + stores, ...options });
  await store.reload();
  return store;
}
