import { basename } from "node:path";
import { PreceptError, toSafeName, type SharedState } from "@precept/core";
import type { Workspace } from "@precept/workspace";
import type { EventOptions } from "../events/options.ts";
import { toOpenProject, type OpenProject } from "./open-project.ts";
import type { ProjectLease, Projects, ProjectState } from "./projects.ts";

/** The project of an open workspace, which the caller closes. Its id: the configured one, or the directory's name. */
export class SingleProject implements Projects {
  readonly #project: OpenProject;

  /** @param state what servers share. The workspace must have been opened with it, and with the same id of the project. */
  constructor(workspace: Workspace, events: EventOptions = {}, state?: SharedState) {
    const id = workspace.settings.project ?? toSafeName(basename(workspace.root));
    this.#project = toOpenProject(id, workspace, { events, shared: state && { state, project: id } });
  }

  get ids(): readonly string[] {
    return [this.#project.id];
  }

  get defaultId(): string {
    return this.#project.id;
  }

  async lease(id: string): Promise<ProjectLease> {
    if (id !== this.#project.id) throw new PreceptError("PROJECT_UNKNOWN", { project: id });
    return { project: this.#project, release: () => undefined };
  }

  states(): readonly ProjectState[] {
    return [{ id: this.#project.id, status: "open", project: this.#project, leases: 0 }];
  }

  async [Symbol.asyncDispose](): Promise<void> {
    // The caller closes the workspace.
    this.#project.events.close();
  }
}
