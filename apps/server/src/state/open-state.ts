import { withoutUndefined, type SharedState } from "@precept/core";
import type { ServerConfig } from "../config/schema.ts";
import { stateUrlOf } from "../config/state-url.ts";

/** Opens the state that a server shares with others. Its code is loaded only if there is some. Undefined: files and memory. */
export async function openState(
  settings: ServerConfig["state"],
  env: Readonly<Record<string, string | undefined>>,
): Promise<SharedState | undefined> {
  const url = settings === undefined ? undefined : stateUrlOf(settings, env);
  if (url === undefined) return undefined;
  const { createPostgresState } = await import("@precept/store-postgres");
  return createPostgresState({ url, ...withoutUndefined({ schema: settings?.postgres?.schema }) });
}
