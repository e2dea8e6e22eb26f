import { shownPath } from "@precept/files";
import { listFiles } from "./list-files.ts";
import type { FsStoreOptions } from "./options.ts";
import { resolveRoots } from "./resolved-root.ts";

/**
 * Lists the rule files that a store with these options would read, without reading them: their paths as messages show them, relative to the project, each
 * once.
 */
export async function listRuleFiles(options: FsStoreOptions): Promise<readonly string[]> {
  const { projectDir, roots } = resolveRoots(options, options.id ?? "fs");
  const listings = await Promise.all(roots.map((root) => listFiles(root, projectDir)));
  return [...new Set(listings.flatMap(({ files }) => files.map(({ path }) => shownPath(projectDir, path))))];
}
