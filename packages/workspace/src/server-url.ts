import type { PathGate } from "./path-gate.ts";

interface ServerSetting {
  readonly url?: string;
  readonly urlEnv?: string;
  readonly urlFile?: string;
}

/**
 * The URL of a server that a section of the configuration names, which can be in a file or an environment variable. Undefined
 * if there is none. Only a trusted project may name a server: rules are sent to it, and come from it.
 *
 * @param name the section, such as `store.postgres`.
 */
export function findServerUrl(name: string, section: ServerSetting | undefined, gate: PathGate): string | undefined {
  if (section === undefined) return undefined;
  const { url, urlEnv, urlFile } = section;
  if (urlEnv !== undefined || urlFile !== undefined) return gate.secret(`${name}.url`, { env: urlEnv, file: urlFile });
  if (!gate.mayAct(`${name}.url`)) return undefined;
  if (url === undefined) gate.reportNoEffect(name, "it has neither `url`, `urlEnv` nor `urlFile`");
  return url;
}
