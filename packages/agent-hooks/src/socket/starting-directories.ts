import { isAbsolute } from "node:path";
import { isRecord } from "@precept/core";

/** The keys in which payloads name a directory of the project, or a list of them. */
const directoryKeys = ["workspace_roots", "workspaceRoots", "cwd", "working_dir"] as const;

/**
 * Returns the directories that a hook is probably about, so that it finds the socket of a server. Whether it is the server of the project is for the server
 * to decide, which reads the payload as every hook does.
 *
 * @param named the values of variables in which hosts name the project.
 * @returns absolute paths. Empty if the payload is no JSON: the event is not known then.
 */
export function startingDirectories(payload: string, named: readonly string[], cwd: string): readonly string[] {
  const value = parse(payload);
  if (!isRecord(value)) return [cwd];
  const written = directoryKeys.flatMap((key) => value[key]);
  return [...named, ...written, cwd].filter((path): path is string => typeof path === "string" && isAbsolute(path));
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return undefined;
  }
}
