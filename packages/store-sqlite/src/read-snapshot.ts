/**
 * Runs a function in a transaction that only reads.
 *
 * @param exec executes a statement.
 */
export function readSnapshot<Result>(exec: (sql: string) => void, read: () => Result): Result {
  exec("BEGIN");
  try {
    return read();
  } finally {
    // Nothing was written. After some errors SQLite has already ended the transaction.
    try {
      exec("ROLLBACK");
    } catch {}
  }
}
