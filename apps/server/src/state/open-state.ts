import { withoutUndefined, type RateLimiter, type SharedState } from "@precept/core";
import type { ServerConfig } from "../config/schema.ts";
import { stateUrlOf } from "../config/state-url.ts";

/** Opens the state that a server shares with others. Its code is loaded only if there is some. Undefined: files and memory. */
export async function openState(
  settings: ServerConfig["state"],
  env: Readonly<Record<string, string | undefined>>,
): Promise<SharedState | undefined> {
  const url = settings === undefined ? undefined : stateUrlOf(settings, "postgres", env);
  if (url === undefined) return undefined;
  const { createPostgresState } = await import("@precept/store-postgres");
  return createPostgresState({ url, ...withoutUndefined({ schema: settings?.postgres?.schema }) });
}

/** Opens the count of requests that a server shares with others, if it is not in its state. */
export async function openRates(
  settings: ServerConfig["state"],
  env: Readonly<Record<string, string | undefined>>,
): Promise<(RateLimiter & AsyncDisposable) | undefined> {
  const url = settings === undefined ? undefined : stateUrlOf(settings, "redis", env);
  if (url === undefined) return undefined;
  const { createRedisRates } = await import("@precept/cache-redis");
  return createRedisRates({ url, ...withoutUndefined({ prefix: settings?.redis?.prefix }) });
}
