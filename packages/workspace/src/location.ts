import { homedir } from "node:os";
import { join, resolve } from "node:path";
import { PreceptError } from "@precept/core";
import { kindAt } from "@precept/files";
import { findProject } from "./find-project.ts";
import type { WorkspaceOptions } from "./options.ts";

/** Where a workspace is. All three are absolute. */
export interface WorkspaceLocation {
  /** The directory that was named. Paths in options are relative to it. */
  readonly directory: string;
  /** The project. */
  readonly root: string;
  /** Where a person's own rules are. */
  readonly home: string;
}

/** @throws PreceptError `PATH_NOT_FOUND`, `NOT_A_DIRECTORY`. */
export function locate(dir: string, options: WorkspaceOptions): WorkspaceLocation {
  const directory = resolve(dir);
  const kind = kindAt(directory);
  if (kind === undefined) throw new PreceptError("PATH_NOT_FOUND", { path: dir, expected: "directory" });
  if (kind !== "directory") throw new PreceptError("NOT_A_DIRECTORY", { path: dir });
  const home = resolve(directory, options.home ?? join(homedir(), ".precept"));
  return { directory, home, root: options.discover === true ? findProject(directory, home) : directory };
}
