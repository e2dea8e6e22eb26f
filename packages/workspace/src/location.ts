import { join, resolve } from "node:path";
import { PreceptError } from "@precept/core";
import { buildVersion, existsAt, kindAt, type SnapshotLocation } from "@precept/files";
import { withEnvironment } from "./environment.ts";
import { findMarked } from "./find-project.ts";
import type { WorkspaceOptions } from "./options.ts";

/** The directories of a workspace. All are absolute. */
export interface WorkspaceLocation {
  /** The directory that the caller named. Paths in options are relative to it. */
  readonly directory: string;
  readonly root: string;
  /** The user's Precept directory, usually `~/.precept`. */
  readonly home: string;
  /** Whether nothing says that this is a project. Its subdirectories are then not searched for rules. */
  readonly isUnmarked: boolean;
}

/** Resolves the directories of a workspace. @throws PreceptError `PATH_NOT_FOUND`, `NOT_A_DIRECTORY`. */
export function locateWorkspace(dir: string, options: WorkspaceOptions): WorkspaceLocation {
  const directory = resolve(dir);
  const kind = kindAt(directory);
  if (kind === undefined) throw new PreceptError("PATH_NOT_FOUND", { path: dir, expected: "directory" });
  if (kind !== "directory") throw new PreceptError("NOT_A_DIRECTORY", { path: dir });
  const home = resolve(directory, withEnvironment(options).home);
  const root = options.discover === true ? findMarked(directory, home) : directory;
  return { directory, home, root: root ?? directory, isUnmarked: root === undefined && options.searchUnmarked !== true };
}

/**
 * Checks that the rule directories that the caller named exist: a typo would silently drop their rules. A missing
 * directory of the configuration is a diagnostic instead.
 *
 * @throws PreceptError `RULES_DIR_NOT_FOUND`, with the path as written.
 */
export function checkRulesDirs({ rulesDirs = [] }: WorkspaceOptions, directory: string): void {
  const missing = rulesDirs.find((dir) => !existsAt(resolve(directory, dir)));
  if (missing !== undefined) throw new PreceptError("RULES_DIR_NOT_FOUND", { path: missing, directory });
}

/** Where a project is remembered. Undefined when run from sources, which change without a new version. */
export function snapshotLocation(
  { home, root }: Pick<WorkspaceLocation, "home" | "root">,
  { readOnly = false, remember = false }: Pick<WorkspaceOptions, "readOnly" | "remember">,
): SnapshotLocation | undefined {
  const version = buildVersion();
  if (version === undefined) return undefined;
  return { dir: join(home, "cache", "projects"), project: root, version, readOnly: readOnly && !remember };
}
