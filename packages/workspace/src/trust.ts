import { homedir } from "node:os";
import { parse, resolve } from "node:path";
import { PreceptError, type Diagnostic } from "@precept/core";
import { locateTarget, openRoot, pathInside, type RememberedValues, type Root } from "@precept/files";
import type { UserConfig } from "./config/config.ts";
import { loadUserConfig } from "./config/load-config.ts";
import type { WorkspaceLocation } from "./location.ts";
import type { WorkspaceOptions } from "./options.ts";

/** What the user allows a project to access. The project's own files never extend it. */
export interface Trust {
  /** Confines paths in the project's files to the project and the trusted directories. */
  readonly project: Root;
  /** Whether the user trusts the project, or a parent: it can then run commands, call URLs and access any path. */
  readonly isProjectTrusted: boolean;
  /** The trusted directories, absolute. */
  readonly dirs: readonly string[];
  /** Globs of private files that rules can include anyway. */
  readonly allowPrivate: readonly string[];
  readonly config: UserConfig;
  readonly diagnostics: readonly Diagnostic[];
}

/** Reads the directories and files that the user trusts, from the options and from the user's configuration. */
export async function readTrust(
  { root, home, directory }: WorkspaceLocation,
  options: WorkspaceOptions,
  remembered?: RememberedValues,
): Promise<Trust> {
  const { config, diagnostics } = await loadUserConfig(home, remembered);
  const dirs = [...(options.trustedDirs ?? []).map((dir) => resolve(directory, dir)), ...pathsIn(home, config.trustedDirs)];
  const { real } = openRoot(root);
  const isProjectTrusted = dirs.some((dir) => pathInside(openRoot(dir).real, real) !== undefined);
  return {
    project: openRoot(root, { trusted: isProjectTrusted ? [parse(real).root] : dirs }),
    isProjectTrusted,
    dirs,
    config,
    allowPrivate: config.references?.allowPrivate ?? [],
    diagnostics,
  };
}

/** Whether a path, with links resolved, is in the project or in a trusted directory. */
export function isWithin({ project }: Trust, path: string): boolean {
  try {
    locateTarget(project, path);
    return true;
  } catch (error) {
    // Other errors are reported when the path is used.
    return !PreceptError.is(error, "PATH_REFUSED");
  }
}

/** Makes the paths of a configuration absolute. A leading `~` is the home directory, since no shell has expanded it. */
export function pathsIn(root: string, written: readonly string[] = []): readonly string[] {
  return written.map((path) => (/^~(?=[\\/]|$)/.test(path) ? resolve(homedir(), `.${path.slice(1)}`) : resolve(root, path)));
}
