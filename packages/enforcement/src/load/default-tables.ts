import { defaultTables, type GovernanceTables } from "@precept/governance";

const defaultJson = JSON.stringify(defaultTables);

/** Whether a project does not change the governance tables. */
export function areDefault(tables: GovernanceTables): boolean {
  return tables === defaultTables || JSON.stringify(tables) === defaultJson;
}
