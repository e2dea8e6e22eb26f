import { parse, resolve } from "node:path";
import { PreceptError, type Diagnostic } from "@precept/core";
import { locateTarget, openRoot, pathInside, type Root } from "@precept/files";
import { pathsIn } from "./configured-paths.ts";
import { loadUserConfig, type UserConfig } from "./config/load-user-config.ts";
import type { WorkspaceLocation } from "./location.ts";
import type { WorkspaceOptions } from "./options.ts";

/** What the user allows a project to reach. A project's own files never add to it. */
export interface Trust {
  /** Confines everything that the project's files name: to the project, and to the directories that the user trusts. */
  readonly project: Root;
  /**
   * Whether the user trusts the project as a whole, by listing it or a directory around it. Its configuration may then run commands, call addresses
   * and reach any path.
   */
  readonly isProjectTrusted: boolean;
  /** The directories that the user trusts, absolute. */
  readonly dirs: readonly string[];
  /** Globs of files that rules may bring into a prompt although they hold credentials by their names or git ignores them. */
  readonly allowPrivate: readonly string[];
  /** What is wrong with the user's own configuration. */
  readonly diagnostics: readonly Diagnostic[];
}

/** Reads whom the user trusts: from the options, which the command line fills from the environment, and from the user's own configuration. */
export async function readTrust({ root, home, directory }: WorkspaceLocation, options: WorkspaceOptions): Promise<Trust> {
  const { config, diagnostics } = await loadUserConfig(home);
  const dirs = [...(options.trustedDirs ?? []).map((dir) => resolve(directory, dir)), ...dirsOf(config, home)];
  const { real } = openRoot(root);
  const isProjectTrusted = dirs.some((dir) => pathInside(openRoot(dir).real, real) !== undefined);
  return {
    project: openRoot(root, { trusted: isProjectTrusted ? [parse(real).root] : dirs }),
    isProjectTrusted,
    dirs,
    allowPrivate: config.references?.allowPrivate ?? [],
    diagnostics,
  };
}

/** Whether what the project's configuration names may be used: where it really lies is inside the project or trusted. */
export function isWithin({ project }: Trust, path: string): boolean {
  try {
    locateTarget(project, path);
    return true;
  } catch (error) {
    // Any other failure is reported where the path is used.
    return !PreceptError.is(error, "PATH_REFUSED");
  }
}

function dirsOf({ trustedDirs = [] }: UserConfig, home: string): readonly string[] {
  return pathsIn(home, trustedDirs);
}
