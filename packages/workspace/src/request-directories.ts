import { dirname, resolve } from "node:path";
import { extractReferences, type ResolveRequest } from "@precept/core";
import { pathInside } from "@precept/files";

/** The only subdirectories whose rules can apply to a request. Undefined if rules of any directory can. */
export function governingDirectories(root: string, request: ResolveRequest): ReadonlySet<string> | undefined {
  return canNeedAll(request) ? undefined : requestDirectories(root, request);
}

/** Whether rules of any directory can apply to a request: it has a text, or names rules. */
export function canNeedAll({ prompt, messages = [], include = [] }: ResolveRequest): boolean {
  return prompt !== undefined || messages.length > 0 || include.length > 0;
}

/** Returns the directories of the files that a request is about, relative to the project and without it. */
export function requestDirectories(root: string, { files = [], messages = [], prompt }: ResolveRequest): ReadonlySet<string> {
  const conversation = [...messages, ...(prompt === undefined ? [] : [{ content: prompt }])];
  const all = [...files, ...extractReferences(conversation, () => false).files];
  const dirs = all.flatMap((file) => pathInside(root, dirname(resolve(root, file.replaceAll("\\", "/")))) ?? []);
  return new Set(dirs.filter((dir) => dir !== ""));
}
