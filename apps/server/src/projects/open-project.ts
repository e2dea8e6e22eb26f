import type { Workspace } from "@precept/workspace";
import type { EventOptions } from "../events/options.ts";
import { ProjectEvents } from "../events/project-events.ts";
import type { Resolution, Tenant } from "@precept/core";

/** A project whose workspace is open. */
export interface OpenProject {
  /** Identifies the project in paths and tokens. */
  readonly id: string;
  readonly workspace: Workspace;
  /** The traces of recent resolutions. */
  readonly traces: TraceLog;
  /** The streams of events. Close them before the workspace. */
  readonly events: ProjectEvents;
}

/** Adds to a workspace what the server keeps about it. Call `events.close()` before the workspace is closed. */
export function toOpenProject(id: string, workspace: Workspace, events: EventOptions = {}): OpenProject {
  const traces = new TraceLog();
  workspace.on("rulesApplied", ({ resolution, tenant }) => traces.add({ resolution, tenant }));
  return { id, workspace, traces, events: new ProjectEvents(workspace, events) };
}

/** A recent resolution, and for whom it was resolved. */
export interface TracedResolution {
  readonly resolution: Resolution;
  readonly tenant: Tenant;
}

/** How many resolutions are kept. A resolution refers to all rules of its time, which may have changed since. */
const maxResolutions = 200;

/** The most recent resolutions of a project. Their traces are built when they are read. */
class TraceLog {
  readonly #resolutions: TracedResolution[] = [];
  /** Where the next resolution goes. */
  #next = 0;

  add(traced: TracedResolution): void {
    this.#resolutions[this.#next] = traced;
    this.#next = (this.#next + 1) % maxResolutions;
  }

  /** Newest first. */
  list(): readonly TracedResolution[] {
    return [...this.#resolutions.slice(this.#next), ...this.#resolutions.slice(0, this.#next)].toReversed();
  }
}
