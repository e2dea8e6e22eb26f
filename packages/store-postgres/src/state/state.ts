import { OpenOnce, PreceptError, stateUses, type SharedState } from "@precept/core";
import { openDatabase, type Database } from "../database.ts";
import { migrate } from "../migrate.ts";
import { completeOptions, type PostgresStoreOptions } from "../options.ts";
import { LogFollower } from "./log-follower.ts";
import { PostgresLog } from "./log.ts";
import { createPostgresRates } from "./rates.ts";
import { PostgresRecords } from "./records.ts";

/** The options of `createPostgresStore`. The tables of both can be in the same schema. */
export type PostgresStateOptions = Pick<
  PostgresStoreOptions,
  "url" | "id" | "schema" | "pollMs" | "maxConnections" | "maxWaiting" | "statementTimeoutMs" | "prepare"
>;

/**
 * Creates the state that servers share in PostgreSQL 14 or newer. The first call connects and creates the tables; if that fails, the
 * next call tries again.
 *
 * @throws PreceptError `OPTION_VALUE_INVALID`. Calls reject with `STORE_FAILED` if the server cannot be reached or is busy, if the
 *   user may not do what is needed, or if a newer version of Precept changed the tables.
 *
 * @example
 * ```ts
 * import { createPostgresState } from "@precept/store-postgres";
 *
 * await using state = createPostgresState({ url: "postgres://precept@localhost:5432/rules" });
 * const wait = await state.rates.take("client", 60);
 * ```
 */
export function createPostgresState(options: PostgresStateOptions): SharedState {
  const complete = completeOptions({ id: "state", ...options });
  const { id, schema, pollMs } = complete;
  const database = openDatabase(complete);
  const channel = `precept_${schema}_state`;
  const migration = new OpenOnce(async () => {
    await migrate(database, complete);
  });
  let closing: Promise<void> | undefined;
  const open = async (): Promise<Database> => {
    if (closing !== undefined) throw new PreceptError("STORE_CLOSED", { store: id });
    await migration.get();
    return database;
  };
  const follower = new LogFollower(open, { channel, pollMs });
  return {
    records: (use, owner) => new PostgresRecords(open, { use, owner, schema, ...stateUses[use] }),
    log: (use, owner) => new PostgresLog(open, { use, owner, channel, ...stateUses[use] }, follower),
    rates: createPostgresRates(open),
    async [Symbol.asyncDispose]() {
      follower.stop();
      closing ??= database.close();
      await closing;
    },
  };
}
