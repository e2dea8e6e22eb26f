import { dirname, resolve } from "node:path";
import { extractReferences, type ResolveRequest } from "@precept/core";
import { pathInside } from "@precept/files";

/** Returns the directories of the files that a request is about, relative to the project. Without the project itself. */
export function requestDirectories(root: string, { files = [], messages = [], prompt }: ResolveRequest): ReadonlySet<string> {
  const conversation = [...messages, ...(prompt === undefined ? [] : [{ content: prompt }])];
  const all = [...files, ...extractReferences(conversation, () => false).files];
  const dirs = all.flatMap((file) => pathInside(root, dirname(resolve(root, file.replaceAll("\\", "/")))) ?? []);
  return new Set(dirs.filter((dir) => dir !== ""));
}
