import { join } from "node:path";
import { buildVersion, type SnapshotLocation } from "@precept/files";
import type { WorkspaceLocation } from "./location.ts";
import type { WorkspaceOptions } from "./options.ts";

/**
 * Returns where a project is remembered for the next process: in the user's Precept directory, since the author of a
 * project could fill a directory in it.
 *
 * @returns undefined if this program runs from its sources, which change without a new version.
 */
export function snapshotLocation(
  { home, root }: Pick<WorkspaceLocation, "home" | "root">,
  { readOnly = false, remember = false }: Pick<WorkspaceOptions, "readOnly" | "remember">,
): SnapshotLocation | undefined {
  const version = buildVersion();
  if (version === undefined) return undefined;
  return { dir: join(home, "cache", "projects"), project: root, version, readOnly: readOnly && !remember };
}
