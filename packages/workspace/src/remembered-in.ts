import type { RuleCache } from "@precept/store-fs";
import { cacheLocation, type CacheKind } from "./cache-location.ts";
import type { WorkspaceLocation } from "./location.ts";
import type { WorkspaceOptions } from "./options.ts";

/** Returns where a workspace remembers something of a project for the next process. */
export function rememberedIn(
  kind: CacheKind,
  location: Pick<WorkspaceLocation, "home">,
  { readOnly = false, remember = false }: Pick<WorkspaceOptions, "readOnly" | "remember">,
): RuleCache | undefined {
  const cache = cacheLocation(location, kind);
  return cache && { ...cache, readOnly: readOnly && !remember };
}
