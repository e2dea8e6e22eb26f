import type { ServerConfig } from "./schema.ts";

/** The URL of the database of a server's state. Undefined if there is none. */
export function stateUrlOf(
  { postgres }: NonNullable<ServerConfig["state"]>,
  env: Readonly<Record<string, string | undefined>>,
): string | undefined {
  return postgres?.url_env === undefined ? postgres?.url : env[postgres.url_env];
}
