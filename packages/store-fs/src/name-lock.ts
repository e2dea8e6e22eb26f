import { join } from "node:path";
import { toSafeName, type Rule } from "@precept/core";
import { failureOf, makeDirectory, shownPath, withLock, type Lock } from "@precept/files";
import type { Roots } from "./load.ts";
import { findNewPlace } from "./new-path.ts";

/**
 * Runs `work` while no other process creates a rule of the same name that would go to the same root.
 *
 * @throws PreceptError `SCOPE_UNSUPPORTED` if no root holds rules of its scope, `STORE_FAILED` where its directory cannot be written to.
 */
export async function withNameLock<Result>(
  rule: Rule,
  { places, projectDir }: Roots,
  work: (lock: Lock) => Promise<Result>,
): Promise<Result> {
  const { place, stem, extension } = findNewPlace(rule, places, projectDir);
  try {
    await makeDirectory(place.within, place.dir);
    return await withLock(place.within, join(place.dir, `${toSafeName(rule.name)}.name`), place.store, work);
  } catch (error) {
    throw failureOf(place.store, "write", shownPath(projectDir, join(place.dir, `${stem}${extension}`)), error);
  }
}
