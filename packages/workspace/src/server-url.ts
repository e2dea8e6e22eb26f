import type { PathGate } from "./path-gate.ts";

interface ServerSetting {
  readonly url?: string;
  readonly urlEnv?: string;
}

/**
 * The URL of a server that a section of the configuration names, which can be in an environment variable. Undefined if
 * there is none. Only a trusted project may name a server: rules are sent to it, and come from it.
 *
 * @param name the section, such as `store.postgres`.
 */
export function findServerUrl(name: string, section: ServerSetting | undefined, gate: PathGate): string | undefined {
  if (section === undefined) return undefined;
  const { url, urlEnv } = section;
  if (!gate.mayAct(urlEnv === undefined ? `${name}.url` : `${name}.urlEnv`)) return undefined;
  const found = urlEnv === undefined ? url : process.env[urlEnv];
  if (found !== undefined) return found;
  const missing = urlEnv === undefined ? "it has neither `url` nor `urlEnv`" : `the environment variable ${urlEnv} is not set`;
  gate.reportNoEffect(name, missing);
  return undefined;
}
