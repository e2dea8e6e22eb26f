import type { SearchCache } from "@precept/store-fs";
import { cacheLocation } from "./cache-location.ts";
import type { WorkspaceLocation } from "./location.ts";
import type { WorkspaceOptions } from "./options.ts";

/** Returns where the directories of a project are remembered that were searched for rules. */
export function searchCache(
  location: Pick<WorkspaceLocation, "home">,
  { readOnly = false, remember = false }: Pick<WorkspaceOptions, "readOnly" | "remember">,
): Omit<SearchCache, "key"> | undefined {
  const cache = cacheLocation(location, "directories");
  return cache && { ...cache, readOnly: readOnly && !remember };
}
