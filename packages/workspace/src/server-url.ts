import type { PathGate } from "./path-gate.ts";

interface ServerSetting {
  readonly url?: string;
  readonly urlEnv?: string;
  readonly urlFile?: string;
}

/** How the URLs of each section begin. */
const beginnings = {
  "store.postgres": ["postgres://", "postgresql://"],
  "cache.redis": ["redis://", "rediss://"],
  "search.qdrant": ["http://", "https://"],
} as const;

/**
 * The URL of a server that a section of the configuration names, which can be in a file or an environment variable. Undefined
 * if there is none. Only a trusted project may name a server: rules are sent to it, and come from it.
 */
export function findServerUrl(
  name: keyof typeof beginnings,
  section: ServerSetting | undefined,
  gate: PathGate,
): string | undefined {
  if (section === undefined) return undefined;
  const { url, urlEnv, urlFile } = section;
  if (urlEnv !== undefined || urlFile !== undefined) {
    const found = gate.secret(`${name}.url`, { env: urlEnv, file: urlFile });
    if (found === undefined || beginnings[name].some((one) => found.startsWith(one))) return found;
    const setting = `${name}.url${urlFile === undefined ? "Env" : "File"}`;
    gate.reportInvalid(setting, `"${setting}" names a text that does not begin with ${beginnings[name].join(" or ")}.`);
    return undefined;
  }
  if (!gate.mayAct(`${name}.url`)) return undefined;
  if (url === undefined) gate.reportNoEffect(name, "it has neither `url`, `urlEnv` nor `urlFile`");
  return url;
}
