import type { Workspace } from "@precept/workspace";
import type { EventOptions } from "../events/options.ts";
import { ProjectEvents } from "../events/project-events.ts";
import type { OpenProject } from "./projects.ts";
import { TraceLog } from "./trace-log.ts";

/** Adds to a workspace what the server keeps about it. Call `events.close()` before the workspace is closed. */
export function toOpenProject(id: string, workspace: Workspace, events: EventOptions = {}): OpenProject {
  const traces = new TraceLog();
  workspace.on("rulesApplied", ({ resolution, tenant }) => traces.add({ resolution, tenant }));
  return { id, workspace, traces, events: new ProjectEvents(workspace, events) };
}
