import { join } from "node:path";
import { watchPaths, type PathWatcher } from "@precept/files";
import type { Roots } from "./load.ts";

/**
 * Reports which paths in the roots may have changed. Changes that arrive while `onChange` is running are reported together afterwards.
 *
 * @param onChange called again only once its promise is fulfilled.
 * @returns when every later change will be seen.
 */
export async function watchRoots(
  { places }: Roots,
  onChange: (paths: ReadonlySet<string>) => Promise<void>,
): Promise<PathWatcher> {
  return watchPaths(
    places.flatMap(({ dir, root }) => root.files?.map((name) => join(dir, name)) ?? [dir]),
    onChange,
  );
}
