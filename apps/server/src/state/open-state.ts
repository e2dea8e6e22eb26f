import type { SharedState } from "@precept/core";
import { withoutUndefined } from "@precept/core";
import type { ServerConfig } from "../config/schema.ts";

type StateSettings = NonNullable<ServerConfig["state"]>;

/** The URL of the database of a server's state. Undefined if there is none. */
export function stateUrlOf({ postgres }: StateSettings, env: Readonly<Record<string, string | undefined>>): string | undefined {
  return postgres?.url_env === undefined ? postgres?.url : env[postgres.url_env];
}

/** Opens the state that a server shares with others. Its code is loaded only if there is some. Undefined: files and memory. */
export async function openState(
  settings: StateSettings | undefined,
  env: Readonly<Record<string, string | undefined>>,
): Promise<SharedState | undefined> {
  const url = settings === undefined ? undefined : stateUrlOf(settings, env);
  if (url === undefined) return undefined;
  const { createPostgresState } = await import("@precept/store-postgres");
  return createPostgresState({ url, ...withoutUndefined({ schema: settings?.postgres?.schema }) });
}
