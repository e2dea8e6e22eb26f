import type { HostSpec } from "@precept/mdc-compat/hooks";
import type { HookPayload } from "@precept/governance";

/**
 * Returns the directory whose project a hook runs for: the one that the host's environment names, else the open
 * directory, else the working directory in the payload, else the current directory. An agent can change its working
 * directory, so it comes late.
 */
export function projectDirectory(
  { projectVariables }: Pick<HostSpec, "projectVariables">,
  { roots, cwd }: Pick<HookPayload, "roots" | "cwd">,
  env: Readonly<Record<string, string | undefined>>,
  current: string,
): string {
  const named = projectVariables.value.map((name) => env[name]).find(isDirectoryName);
  return named ?? roots.map(toLocalPath).find(isDirectoryName) ?? toLocalPath(cwd) ?? current;
}

function isDirectoryName(value: string | undefined): value is string {
  return value !== undefined && value !== "";
}

/** Cursor on Windows writes `/c:/shop`. */
function toLocalPath(path: string | undefined): string | undefined {
  if (path === undefined || path === "") return undefined;
  return /^\/[A-Za-z]:\//.test(path) ? path.slice(1) : path;
}
