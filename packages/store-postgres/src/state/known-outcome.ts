import { setTimeout } from "node:timers/promises";
import { condition } from "../condition.ts";
import type { Database, Queries } from "../database.ts";

/** What a transaction did. */
interface Outcome<Result> {
  readonly result: Result;
  /** The id of the transaction, as {@link transactionId} returns it. Undefined if it wrote nothing. */
  readonly id: string | undefined;
}

/** The column of a statement that returns the id of its transaction. */
export const transactionId = "pg_current_xact_id()::text";

/** The pauses between two questions about a transaction that is being committed, in milliseconds, and how many there are. */
const pause = { ms: 50, count: 40 };

/**
 * Runs a transaction. If the connection is lost while it is committed, asks the server whether it was.
 *
 * @throws what `work` throws, and `STORE_FAILED`. Nothing was written then, unless the server cannot be asked.
 */
export async function transactKnown<Result>(
  database: Database,
  work: (queries: Queries) => Promise<Outcome<Result>>,
): Promise<Result> {
  let done: Outcome<Result> | undefined;
  try {
    await database.transaction(async (queries) => {
      done = await work(queries);
    });
  } catch (error) {
    const isCommitted = done?.id !== undefined && (await findCommitted(database, done.id).catch(() => false));
    if (!isCommitted) throw error;
  }
  return (done as Outcome<Result>).result;
}

async function findCommitted(database: Database, id: string): Promise<boolean> {
  for (let left = pause.count; left > 0; left -= 1) {
    const [row] = await database.query<{ status: string }>(condition("SELECT pg_xact_status(?::text::xid8) AS status", id));
    if (row?.status !== "in progress") return row?.status === "committed";
    await setTimeout(pause.ms);
  }
  return false;
}
