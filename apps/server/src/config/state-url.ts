import type { ServerConfig } from "./schema.ts";

type State = NonNullable<ServerConfig["state"]>;

/** The engines of a server's state. */
export type StateEngine = keyof State;

/** The URL of an engine of a server's state. Undefined if there is none. */
export function stateUrlOf(
  state: State,
  engine: StateEngine,
  env: Readonly<Record<string, string | undefined>>,
): string | undefined {
  const settings = state[engine];
  return settings?.url_env === undefined ? settings?.url : env[settings.url_env];
}
