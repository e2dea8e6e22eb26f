import { isDeepStrictEqual } from "node:util";
import type { FileStatus, RememberedValues } from "@precept/files";
import type { ReadConfig } from "./read-config.ts";

/**
 * Returns a remembered configuration, or reads it: loading the schema and the YAML library takes longer than most commands. Only configurations that can be
 * parsed are remembered.
 *
 * @param file the path as diagnostics show it.
 * @param status of the file, before its text was read.
 */
export async function recallConfig<Config>(
  remembered: RememberedValues | undefined,
  file: string,
  status: FileStatus,
  read: () => Promise<ReadConfig<Config>>,
): Promise<ReadConfig<Config>> {
  const known = remembered?.get(file, status);
  if (known !== undefined) return JSON.parse(known) as ReadConfig<Config>;
  const result = await read();
  const json = JSON.stringify(result);
  if (result.config !== undefined && isDeepStrictEqual(JSON.parse(json), result)) remembered?.set(file, json, status);
  return result;
}
