import { PreceptError, withoutUndefined, type RateLimiter, type SharedState } from "@precept/core";
import type { ServerConfig } from "../config/schema.ts";
import { findStateUrl, type StateEngine } from "../config/state-url.ts";

type Environment = Readonly<Record<string, string | undefined>>;

/**
 * Opens the state that a server shares with others. Its code is loaded only if there is some. Undefined: files and memory.
 *
 * @param warn receives a sentence about each file with a secret that other users can access.
 * @throws PreceptError `SERVER_CONFIG_INVALID` if the secret with the URL is missing.
 */
export async function openState(
  settings: ServerConfig["state"],
  env: Environment,
  warn?: (warning: string) => void,
): Promise<SharedState | undefined> {
  const url = requireUrl(settings, "postgres", env, warn);
  if (url === undefined) return undefined;
  const { createPostgresState } = await import("@precept/store-postgres");
  return createPostgresState({ url, ...withoutUndefined({ schema: settings?.postgres?.schema }) });
}

/** Opens the count of requests that a server shares with others, if it is not in its state, as {@link openState}. */
export async function openRates(
  settings: ServerConfig["state"],
  env: Environment,
  warn?: (warning: string) => void,
): Promise<(RateLimiter & AsyncDisposable) | undefined> {
  const url = requireUrl(settings, "redis", env, warn);
  if (url === undefined) return undefined;
  const { createRedisRates } = await import("@precept/cache-redis");
  return createRedisRates({ url, ...withoutUndefined({ prefix: settings?.redis?.prefix }) });
}

function requireUrl(
  settings: ServerConfig["state"],
  engine: StateEngine,
  env: Environment,
  warn: (warning: string) => void = () => undefined,
): string | undefined {
  const url = findStateUrl(settings, engine, env);
  if (url === undefined) return undefined;
  if ("missing" in url) throw new PreceptError("SERVER_CONFIG_INVALID", { problems: [`state.${engine}: ${url.missing}.`] });
  if (url.warning !== undefined) warn(url.warning);
  return url.value;
}
