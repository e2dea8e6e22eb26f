export { createPostgresStore } from "./store.ts";
export type { PostgresStoreOptions } from "./options.ts";
export { createPostgresState, type PostgresStateOptions } from "./state/state.ts";
export { checkPostgres, type PostgresCheck } from "./check.ts";
