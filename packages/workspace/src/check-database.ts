import type { PostgresCheck } from "@precept/store-postgres";
import type { Settings } from "./settings.ts";

/**
 * Checks the PostgreSQL database of a project without changing it. Undefined if the project has none.
 *
 * @throws PreceptError `STORE_FAILED` if it cannot be reached.
 */
export async function checkDatabase({ postgres }: Pick<Settings, "postgres">): Promise<PostgresCheck | undefined> {
  if (postgres === undefined) return undefined;
  const { checkPostgres } = await import("@precept/store-postgres");
  return checkPostgres({ ...postgres, id: "postgres" });
}
