/** The maximum number of cached statements per connection. */
const maxStatements = 500;

/**
 * Returns a function that prepares each statement once: the store runs a few constant statements, and preparing them
 * takes most of the time of a `get`.
 */
export function createStatementCache<Statement>(prepare: (sql: string) => Statement): (sql: string) => Statement {
  const prepared = new Map<string, Statement>();
  return (sql) => {
    const cached = prepared.get(sql);
    if (cached !== undefined) return cached;
    // Filters with different numbers of tags are different statements, so the cache needs a limit.
    if (prepared.size >= maxStatements) prepared.clear();
    const statement = prepare(sql);
    prepared.set(sql, statement);
    return statement;
  };
}
