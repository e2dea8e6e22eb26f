import type { SessionType } from "@precept/contract/values";
import { createProject, type Project } from "@precept/testing";
import { createContextCache } from "../src/context-cache.ts";
import { loadAgentContext, type LoadedContext } from "../src/load-agent-context.ts";
import type { FileLoadResult } from "../src/file-load-result.ts";
import type { LoadContextOptions } from "../src/options.ts";

/** Noon of this day in UTC. Today is 2026-02-15, yesterday 2026-02-14. */
export const noon = new Date("2026-02-15T12:00:00Z");

/** All files of a context, each with its path as text. */
export const allFiles = Object.fromEntries(
  ["AGENTS.md", "SPIRIT.md", "OWNER.md", "TOOLS.md", "memory/2026-02-15.md", "memory/2026-02-14.md", "MEMORY.md"].map((path) => [
    path,
    `text of ${path}`,
  ]),
);

/** Creates a temporary directory, and loads its context at noon in UTC with a separate cache. */
export async function createAgentDirectory(files: Readonly<Record<string, string | Uint8Array>> = {}): Promise<
  Project & {
    readonly load: <Type extends SessionType>(
      sessionType: Type,
      options?: Partial<LoadContextOptions<Type>>,
    ) => Promise<LoadedContext<Type>>;
  }
> {
  const project = await createProject(files);
  const cache = createContextCache();
  return {
    ...project,
    load: (sessionType, options = {}) =>
      loadAgentContext(project.dir, { sessionType, timeZone: "UTC", now: () => noon, cache, ...options }),
  };
}

/** Returns the result of one file. */
export function fileOf({ files }: Pick<LoadedContext, "files">, id: FileLoadResult["id"]): FileLoadResult {
  const found = files.find((file) => file.id === id);
  if (found === undefined) throw new Error(`No result for ${id}`);
  return found;
}
