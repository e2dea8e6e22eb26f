import type { FileLoadResult } from "@precept/agent-context";

/** What happened to a file of the context, in a word. */
export type FileState = "found" | "default" | "fallback" | "missing" | "refused" | "unreadable";

/** Returns the state of a file for display. */
export function stateOf({ states, fromCache, isMissing, isDefault, error }: FileLoadResult): FileState {
  if (isMissing) return "missing";
  if (states.includes("REFUSED")) return "refused";
  if (fromCache) return "fallback";
  if (error !== undefined) return "unreadable";
  if (isDefault) return "default";
  return "found";
}
