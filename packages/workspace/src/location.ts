import { homedir } from "node:os";
import { join, resolve } from "node:path";
import { PreceptError } from "@precept/core";
import { kindAt } from "@precept/files";
import { findProject } from "./find-project.ts";
import type { WorkspaceOptions } from "./options.ts";

/** The directories of a workspace. All are absolute. */
export interface WorkspaceLocation {
  /** The directory that the caller named. Paths in options are relative to it. */
  readonly directory: string;
  /** The project directory. */
  readonly root: string;
  /** The user's Precept directory, usually `~/.precept`. */
  readonly home: string;
}

/** Resolves the directories of a workspace. @throws PreceptError `PATH_NOT_FOUND`, `NOT_A_DIRECTORY`. */
export function locateWorkspace(dir: string, options: WorkspaceOptions): WorkspaceLocation {
  const directory = resolve(dir);
  const kind = kindAt(directory);
  if (kind === undefined) throw new PreceptError("PATH_NOT_FOUND", { path: dir, expected: "directory" });
  if (kind !== "directory") throw new PreceptError("NOT_A_DIRECTORY", { path: dir });
  const home = resolve(directory, options.home ?? join(homedir(), ".precept"));
  return { directory, home, root: options.discover === true ? findProject(directory, home) : directory };
}
