import { condition } from "./condition.ts";
import type { Database, Queries } from "./database.ts";
import { storeFailed } from "./failure.ts";
import { migrations, oldestWriter, type Migration } from "./migrations.ts";
import type { CompleteOptions } from "./options.ts";

/** The format of the tables. */
interface Format {
  readonly version: number;
  /** The oldest version of the format whose programs may still write. */
  readonly oldest: number;
}

type FormatOptions = Pick<CompleteOptions, "id" | "schema" | "readOnly">;

/**
 * Migrates the tables to the current format, in one transaction. Many programs can start at the same time: one migrates, the
 * others wait. Programs of the previous version continue, unless a migration says that they cannot. A read-only store migrates
 * nothing.
 *
 * @returns the version of the tables.
 * @throws PreceptError `STORE_FAILED` if a newer version migrated the tables so that this one cannot write, or if they are
 *   missing and the store is read-only.
 */
export async function migrate(
  database: Database,
  options: FormatOptions,
  steps: readonly Migration[] = migrations,
  oldest: number = oldestWriter,
): Promise<number> {
  const { id, schema, readOnly } = options;
  const found = await database.transaction((queries) => readFormat(queries, schema));
  if (found !== undefined) assertWritable(found, id, steps.length);
  if (found !== undefined && found.version >= steps.length) return found.version;
  if (readOnly) {
    if (found !== undefined) return found.version;
    throw storeFailed(id, `the schema "${schema}" has no tables yet; the first call that writes creates them`);
  }
  return database.transaction(async (queries) => {
    await queries.query(condition("SELECT pg_advisory_xact_lock(hashtextextended('precept migrations ' || ?, 0))", schema));
    // Read again with the lock: another program may have migrated.
    const current = await readFormat(queries, schema);
    if (current !== undefined) assertWritable(current, id, steps.length);
    const version = current?.version ?? 0;
    if (version >= steps.length) return version;
    if (current === undefined) await createFormat(queries, schema);
    for (const step of steps.slice(version))
      for (const statement of statementsOf(step)) await queries.query(condition(statement));
    await queries.query(condition("UPDATE format SET version = ?, oldest = ?", steps.length, oldest));
    return steps.length;
  });
}

async function createFormat(queries: Queries, schema: string): Promise<void> {
  const [row] = await queries.query(condition("SELECT FROM pg_namespace WHERE nspname = ?", schema));
  if (row === undefined) await queries.query(condition(`CREATE SCHEMA ${schema}`));
  await queries.query(condition("CREATE TABLE format (version integer NOT NULL, oldest integer NOT NULL)"));
  await queries.query(condition("INSERT INTO format (version, oldest) VALUES (0, 0)"));
}

/** Undefined if there are no tables. */
async function readFormat(queries: Queries, schema: string): Promise<Format | undefined> {
  const tables = await queries.query(condition("SELECT FROM pg_tables WHERE schemaname = ? AND tablename = 'format'", schema));
  if (tables.length === 0) return undefined;
  const [format] = await queries.query<Format>(condition("SELECT version, oldest FROM format"));
  return format;
}

/** @throws PreceptError `STORE_FAILED` if programs of this version must not write. */
export function assertWritable({ oldest }: Pick<Format, "oldest">, store: string, current: number = migrations.length): void {
  if (oldest <= current) return;
  const problem = `a newer version of Precept changed its tables (they need format ${oldest}; this one knows ${current})`;
  throw storeFailed(store, `${problem}; update Precept`);
}

/** The driver sends one statement at a time. Only bodies of functions contain semicolons elsewhere. */
function statementsOf(step: Migration): readonly string[] {
  const withoutComments = step.replaceAll(/^--.*$/gm, "");
  const statements = withoutComments.match(/(?:\$\$[^]*?\$\$|[^;$])+/g) ?? [];
  return statements.flatMap((statement) => (statement.trim() === "" ? [] : [statement.trim()]));
}
