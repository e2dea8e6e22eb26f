import { PreceptError, type SharedState } from "@precept/core";
import { realPathAt } from "@precept/files";
import { openWorkspace, type WorkspaceOptions } from "@precept/workspace";
import type { Logger } from "pino";
import { HostedProject, type HostedProjectOptions } from "./hosted-project.ts";
import { logProblems } from "./log-problems.ts";
import { toOpenProject, type OpenProject } from "./open-project.ts";
import { findProjectsIn, nameProjects, type NamedProjectDir, type ProjectDir } from "./project-dirs.ts";
import type { ProjectLease, Projects, ProjectState } from "./projects.ts";

const defaultIdleMs = 600_000;

const defaultRetryMs = 5000;

const defaultRescanMs = 1000;

export interface HostedProjectsOptions {
  /** The directories of the projects. */
  readonly dirs?: readonly ProjectDir[];
  /** A directory of projects, absolute. New ones are found without a restart. */
  readonly parent?: string;
  /** How the workspaces are opened. They are watched for changes in any case. */
  readonly workspace?: Pick<WorkspaceOptions, "home" | "user" | "trustedDirs" | "userDirs" | "managedPolicyDirs">;
  /** How long a project stays open without use, in milliseconds. Default 600,000. */
  readonly idleMs?: number;
  /** How long a project that could not be opened is not tried again, in milliseconds. Default 5,000. */
  readonly retryMs?: number;
  /** How long the list of the projects in `parent` is used before it is read again, in milliseconds. Default 1,000. */
  readonly rescanMs?: number;
  /** Called with every project after it was opened. */
  readonly onOpen?: (project: OpenProject) => void;
  /** Where the state of the projects is, for several servers. Default: files and memory. */
  readonly state?: SharedState;
  readonly log: Logger;
}

/** Projects in directories, each with a workspace that is opened on first use and closed when it is idle. */
export class HostedProjects implements Projects {
  readonly #configured: readonly NamedProjectDir[];
  readonly #parent: string | undefined;
  readonly #rescanMs: number;
  readonly #log: Logger;
  readonly #options: HostedProjectOptions;
  /** By the real path of the directory. */
  readonly #hosted = new Map<string, HostedProject>();
  #found: { readonly projects: readonly NamedProjectDir[]; readonly at: number } | undefined;
  #isClosed = false;

  /** @throws PreceptError `PROJECT_ID_TAKEN` */
  constructor({ dirs = [], parent, workspace, idleMs, retryMs, rescanMs, onOpen, state, log }: HostedProjectsOptions) {
    this.#configured = nameProjects(dirs);
    this.#parent = parent;
    this.#rescanMs = rescanMs ?? defaultRescanMs;
    this.#log = log;
    this.#options = {
      idleMs: idleMs ?? defaultIdleMs,
      retryMs: retryMs ?? defaultRetryMs,
      onCloseError: (project, error) => log.error({ project, err: error }, "project not closed"),
      open: async ({ id, dir }) => {
        if (this.#isClosed) throw new PreceptError("SERVER_STOPPING", {});
        try {
          const shared = state && { state, project: id };
          const options = { ...workspace, watch: true, ...(shared !== undefined && { shared }) };
          const project = toOpenProject(id, await openWorkspace(dir, options), {
            shared,
            onLostEvents: (count) => log.error({ project: id, count }, "events lost"),
          });
          onOpen?.(project);
          void logProblems(project, log);
          return project;
        } catch (error) {
          log.error({ project: id, err: error }, "project not opened");
          throw error;
        }
      },
    };
  }

  get ids(): readonly string[] {
    return this.#projects().map(({ id }) => id);
  }

  get defaultId(): string | undefined {
    return this.#parent === undefined && this.#configured.length === 1 ? this.#configured[0]?.id : undefined;
  }

  async lease(id: string): Promise<ProjectLease> {
    if (this.#isClosed) throw new PreceptError("SERVER_STOPPING", {});
    const source = this.#projects().find((one) => one.id === id);
    if (source === undefined) throw new PreceptError("PROJECT_UNKNOWN", { project: id });
    const key = keyOf(source);
    for (;;) {
      const hosted = this.#hosted.get(key);
      if (hosted?.source.id === id) return hosted.lease();
      // A link gave the directory another id: it is closed first, so that no directory is open twice.
      await hosted?.close();
      if (this.#hosted.get(key) === hosted) this.#hosted.set(key, new HostedProject(source, this.#options));
    }
  }

  states(): readonly ProjectState[] {
    return [...this.#hosted.values()].map(({ state }) => state);
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#isClosed = true;
    await Promise.all([...this.#hosted.values()].map((one) => one.close()));
  }

  /** All projects. Those in the directory of projects are read again at most once in `rescanMs`. */
  #projects(): readonly NamedProjectDir[] {
    if (this.#parent === undefined) return this.#configured;
    if (this.#found === undefined || Date.now() - this.#found.at >= this.#rescanMs) {
      this.#found = { projects: this.#find(this.#parent), at: Date.now() };
      this.#closeMissing(this.#found.projects);
    }
    return [...this.#configured, ...this.#found.projects];
  }

  #find(parent: string): readonly NamedProjectDir[] {
    try {
      return findProjectsIn(parent, this.#configured);
    } catch (error) {
      this.#log.error({ err: error }, "directory of projects not readable");
      return [];
    }
  }

  /** Closes the projects whose directories disappeared from the directory of projects. */
  #closeMissing(found: readonly NamedProjectDir[]): void {
    const keys = new Set([...this.#configured, ...found].map(keyOf));
    for (const [key, hosted] of this.#hosted) {
      if (keys.has(key) || hosted.state.leases > 0) continue;
      // Stays in the list until it is closed, so that it is not opened a second time.
      void hosted.close().then(() => hosted.state.leases === 0 && this.#hosted.delete(key));
    }
  }
}

function keyOf({ dir }: NamedProjectDir): string {
  return realPathAt(dir) ?? dir;
}
