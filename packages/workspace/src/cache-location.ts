import { join } from "node:path";
import { buildVersion } from "@precept/files";
import type { CacheLocation } from "@precept/enforcement";
import type { WorkspaceLocation } from "./location.ts";

/** The subdirectories of the user's cache directory. */
export type CacheKind = "config" | "directories" | "policies" | "rules";

/**
 * Returns where results about a project are cached: in the user's Precept directory, since the author of a project could fill a directory in it.
 *
 * @returns undefined if this program runs from its sources, which change without a new version.
 */
export function cacheLocation({ home }: Pick<WorkspaceLocation, "home">, kind: CacheKind): CacheLocation | undefined {
  const version = buildVersion();
  return version === undefined ? undefined : { dir: join(home, "cache", kind), version };
}
