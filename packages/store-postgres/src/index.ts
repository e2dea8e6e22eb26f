export { createPostgresStore } from "./store.ts";
export type { PostgresStoreOptions } from "./options.ts";
