import type { OpenProject } from "./open-project.ts";

/** The use of an open project. The project stays open until it is released. */
export interface ProjectLease {
  readonly project: OpenProject;
  readonly release: () => void;
}

/** The state of a project. */
export interface ProjectState {
  readonly id: string;
  /** `closed`: it is opened on first use. `failed`: it could not be opened, and is tried again later. */
  readonly status: "closed" | "opening" | "open" | "failed";
  /** Why it could not be opened. Only if it failed. */
  readonly error?: unknown;
  /** The open project. Only if it is open. */
  readonly project?: OpenProject;
  /** The number of requests and streams that use the project. */
  readonly leases: number;
}

/** The projects of a server. They are opened on first use. */
export interface Projects extends AsyncDisposable {
  /** The ids of all projects. */
  readonly ids: readonly string[];
  /** The id of the project of paths without one. Absent: the server has several projects. */
  readonly defaultId: string | undefined;
  /** Opens a project, unless it is open. @throws PreceptError `PROJECT_UNKNOWN`, `PROJECT_UNAVAILABLE` */
  lease(id: string): Promise<ProjectLease>;
  /** The states of the projects that have been used. */
  states(): readonly ProjectState[];
}
