import { join } from "node:path";
import { itemKinds } from "@precept/mdc-compat";
import { nativeItemFormat, splitItemPath } from "@precept/mdc-compat/items";
import { openRoot, watchPaths } from "@precept/files";
import { nativeDir } from "@precept/transfer";
import type { Workspace } from "../workspace.ts";

/**
 * Watches what an export reads besides rules: the files of commands, subagents, MCP servers, ignore files and permissions,
 * and the files beside skills.
 *
 * @returns a function that stops watching.
 */
export async function watchItemFiles(
  { root: dir, settings }: Pick<Workspace, "root" | "settings">,
  onChange: () => void,
): Promise<() => Promise<void>> {
  const root = openRoot(dir);
  const formats = itemKinds.map((kind) => nativeItemFormat(kind));
  const paths = [...formats.map((format) => splitItemPath(format)?.dir ?? format.path), nativeDir];
  const watched = paths.map((path) => ({ root, path: join(root.dir, path) }));
  const watcher = await watchPaths(
    watched,
    async () => onChange(),
    () => settings.watchBackend,
  );
  return () => watcher.close();
}
