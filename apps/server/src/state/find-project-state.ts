import type { ProjectState } from "@precept/core";
import { findProject } from "@precept/workspace";
import { findProjectsIn, nameProjects, realPathOf } from "../projects/project-dirs.ts";
import { openState } from "./open-state.ts";
import { readUserConfig, type UserConfigSources } from "./read-user-config.ts";

export interface FindProjectStateOptions extends UserConfigSources {
  /** The directory of a project, or a directory in it. */
  readonly dir: string;
}

/** The state of a project that servers share, and what to close afterwards. */
export interface FoundProjectState extends AsyncDisposable {
  readonly shared: ProjectState;
}

/**
 * Finds the state of a project that the configured servers share. Undefined if they share none, or serve other projects.
 *
 * @throws PreceptError `SERVER_CONFIG_INVALID`, `STORE_FAILED`
 */
export async function findProjectState({ dir, ...sources }: FindProjectStateOptions): Promise<FoundProjectState | undefined> {
  const { state: settings, projects, projects_dir: parent } = readUserConfig(sources);
  if (settings?.postgres === undefined) return undefined;
  const root = findProject(dir, sources.home);
  // A server whose configuration names no projects serves the directory in which it is started.
  const configured = nameProjects(projects ?? (parent === undefined ? [{ dir: root }] : []));
  const served = parent === undefined ? configured : [...configured, ...findProjectsIn(parent, configured)];
  const project = served.find((one) => realPathOf(one.dir) === realPathOf(root))?.id;
  const state = project === undefined ? undefined : await openState(settings, sources.env);
  if (project === undefined || state === undefined) return undefined;
  return { shared: { state, project }, [Symbol.asyncDispose]: async () => state[Symbol.asyncDispose]() };
}
