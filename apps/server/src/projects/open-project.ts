import type { Workspace } from "@precept/workspace";
import type { EventOptions } from "../events/options.ts";
import { ProjectEvents } from "../events/project-events.ts";
import { SharedEvents } from "../events/shared/shared-events.ts";
import type { ProjectState } from "@precept/core";
import { TraceLog } from "../traces/trace-log.ts";

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

export interface OpenProjectOptions {
  readonly events?: EventOptions;
  /** The state that the servers of the project share. Default: this server has its own. */
  readonly shared?: ProjectState | undefined;
  /** Called with the number of events that clients do not get, because the shared state could not be written for long. */
  readonly onLostEvents?: (count: number) => void;
}

/** Adds to a workspace what the server keeps about it. Call `events.close()` before the workspace is closed. */
export function toOpenProject(
  id: string,
  workspace: Workspace,
  { events = {}, shared, onLostEvents = () => undefined }: OpenProjectOptions = {},
): OpenProject {
  const traces = new TraceLog(shared?.state.log("traces", shared.project));
  workspace.on("rulesApplied", ({ resolution, tenant }) => traces.add({ resolution, tenant }));
  const sharedEvents = shared && new SharedEvents(workspace, shared, onLostEvents);
  // Changes are published from now on, also without clients here. If it fails, the first client reports it.
  sharedEvents?.start().catch(() => undefined);
  return { id, workspace, traces, events: new ProjectEvents(workspace, events, sharedEvents) };
}
