import { homedir } from "node:os";
import { join, resolve } from "node:path";
import { PreceptError } from "@precept/core";
import { kindAt } from "@precept/files";
import { findMarked } from "./find-project.ts";
import type { WorkspaceOptions } from "./options.ts";

/** The directories of a workspace. All are absolute. */
export interface WorkspaceLocation {
  /** The directory that the caller named. Paths in options are relative to it. */
  readonly directory: string;
  /** The project directory. */
  readonly root: string;
  /** The user's Precept directory, usually `~/.precept`. */
  readonly home: string;
  /** Whether nothing says that the project directory is a project: neither the caller nor a mark. Its subdirectories are not searched for rules. */
  readonly isUnmarked: boolean;
}

/** Resolves the directories of a workspace. @throws PreceptError `PATH_NOT_FOUND`, `NOT_A_DIRECTORY`. */
export function locateWorkspace(dir: string, options: WorkspaceOptions): WorkspaceLocation {
  const directory = resolve(dir);
  const kind = kindAt(directory);
  if (kind === undefined) throw new PreceptError("PATH_NOT_FOUND", { path: dir, expected: "directory" });
  if (kind !== "directory") throw new PreceptError("NOT_A_DIRECTORY", { path: dir });
  const home = resolve(directory, options.home ?? join(homedir(), ".precept"));
  const root = options.discover === true ? findMarked(directory, home) : directory;
  return { directory, home, root: root ?? directory, isUnmarked: root === undefined && options.searchUnmarked !== true };
}
