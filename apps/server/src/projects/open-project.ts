import type { Workspace } from "@precept/workspace";
import type { OpenProject } from "./projects.ts";
import { TraceLog } from "./trace-log.ts";

/** Adds to a workspace what the server keeps about it. Ends when the workspace is closed. */
export function toOpenProject(id: string, workspace: Workspace): OpenProject {
  const traces = new TraceLog();
  workspace.on("rulesApplied", ({ resolution, tenant }) => traces.add({ resolution, tenant }));
  return { id, workspace, traces };
}
