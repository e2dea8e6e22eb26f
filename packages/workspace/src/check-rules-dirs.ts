import { existsSync } from "node:fs";
import { resolve } from "node:path";
import { PreceptError } from "@precept/core";
import type { WorkspaceOptions } from "./options.ts";

/**
 * Checks the rule directories that the caller named. A missing one is most likely a typing error, and every answer would lack its rules; a missing
 * directory of the configuration file is a diagnostic, since a mistake there must not stop every command in the project.
 *
 * @param directory what the paths are relative to.
 * @throws PreceptError `RULES_DIR_NOT_FOUND`, with the path as it was written.
 */
export function checkRulesDirs({ rulesDirs = [] }: WorkspaceOptions, directory: string): void {
  const missing = rulesDirs.find((dir) => !existsSync(resolve(directory, dir)));
  if (missing !== undefined) throw new PreceptError("RULES_DIR_NOT_FOUND", { path: missing, directory });
}
