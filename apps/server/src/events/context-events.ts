import type { EventData } from "@precept/contract";
import type { WorkspaceChange } from "@precept/workspace";

/** Converts a change of the agent context to the data of an event. */
export function toContextChanged({
  sessionType,
  files,
  version,
  previousVersion,
}: NonNullable<WorkspaceChange["context"]>): EventData<"context_changed"> {
  return { session_type: sessionType, files: [...files], version, previous_version: previousVersion };
}
