import { readSecret, type Secret } from "@precept/workspace";
import type { ServerConfig } from "./schema.ts";

type State = NonNullable<ServerConfig["state"]>;

/** The engines of a server's state. */
export type StateEngine = keyof State;

const beginnings: Readonly<Record<StateEngine, RegExp>> = { postgres: /^postgres(?:ql)?:\/\//, redis: /^rediss?:\/\// };

/** The URL of an engine of a server's state, or why there is none. Undefined if the engine is not configured. */
export function findStateUrl(
  state: State | undefined,
  engine: StateEngine,
  env: Readonly<Record<string, string | undefined>>,
): Secret | undefined {
  const settings = state?.[engine];
  if (settings === undefined) return undefined;
  const { url, url_env: variable, url_file: file } = settings;
  const found = readSecret({ file, variable }, env);
  if (found === undefined)
    return url === undefined ? { missing: "it needs a `url`, a `url_env` or a `url_file`" } : { value: url };
  const isUrl = "missing" in found || beginnings[engine].test(found.value);
  return isUrl
    ? found
    : { missing: `\`${file === undefined ? "url_env" : "url_file"}\` names a text that is no URL of ${engine}` };
}
