import { basename } from "node:path";
import { PreceptError, toSafeName } from "@precept/core";
import type { Workspace } from "@precept/workspace";
import type { EventOptions } from "../events/options.ts";
import { toOpenProject, type OpenProject } from "./open-project.ts";
import type { ProjectLease, Projects, ProjectState } from "./projects.ts";

/** The project of an open workspace, which the caller closes. Its id: the configured one, or the directory's name. */
export class SingleProject implements Projects {
  readonly #project: OpenProject;

  constructor(workspace: Workspace, events: EventOptions = {}) {
    this.#project = toOpenProject(workspace.settings.project ?? toSafeName(basename(workspace.root)), workspace, events);
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
