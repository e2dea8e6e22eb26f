import { resolve } from "node:path";
import { PreceptError } from "@precept/core";
import { existsAt } from "@precept/files";
import type { WorkspaceOptions } from "./options.ts";

/**
 * Checks that the rule directories named by the caller exist, because a typo would silently drop their rules from every answer. A missing
 * directory in the configuration file is a diagnostic instead, so that it does not stop every command in the project.
 *
 * @param directory the directory that paths are relative to.
 * @throws PreceptError `RULES_DIR_NOT_FOUND`, with the path as written.
 */
export function checkRulesDirs({ rulesDirs = [] }: WorkspaceOptions, directory: string): void {
  const missing = rulesDirs.find((dir) => !existsAt(resolve(directory, dir)));
  if (missing !== undefined) throw new PreceptError("RULES_DIR_NOT_FOUND", { path: missing, directory });
}
