import { maxOf } from "@precept/core";
import { statusIn, type Root } from "@precept/files";
import { filesOf } from "./session-files.ts";

/** When a session last changed, in milliseconds since 1970. */
export function lastChange(project: Root, path: string): number {
  return maxOf(filesOf(path).map((file) => statusIn(project, file, "none")?.mtimeMs ?? 0));
}
