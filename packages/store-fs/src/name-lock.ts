import { join } from "node:path";
import { toSafeName, type Rule } from "@precept/core";
import { failureOf, makeDirectory, shownPath, withLock, type Lock } from "@precept/files";
import { locateNewFile } from "./new-file-location.ts";
import type { StoreRoots } from "./resolved-root.ts";

/**
 * Runs `work` while no other process can create a rule with the same name in the same root.
 *
 * @throws PreceptError `SCOPE_UNSUPPORTED` if no root has the scope of the rule, `STORE_FAILED` if the directory of the root is not writable.
 */
export async function withNameLock<Result>(
  rule: Rule,
  { roots, projectDir }: StoreRoots,
  work: (lock: Lock) => Promise<Result>,
): Promise<Result> {
  const { root, stem, extension } = locateNewFile(rule, roots, projectDir);
  try {
    await makeDirectory(root.confined, root.dir);
    return await withLock(root.confined, join(root.dir, `${toSafeName(rule.name)}.name`), root.store, work);
  } catch (error) {
    throw failureOf(root.store, "write", shownPath(projectDir, join(root.dir, `${stem}${extension}`)), error);
  }
}
