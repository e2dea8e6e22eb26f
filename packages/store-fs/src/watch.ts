import { join } from "node:path";
import { watch } from "chokidar";
import type { Roots } from "./load.ts";
import { isOwnFile } from "./write-file.ts";

/** Watches files and directories until it is closed. */
export interface RootWatcher {
  close(): Promise<void>;
}

/**
 * Tells which paths in the roots may have changed. Paths that come while the last ones are still being looked at are told together.
 *
 * @param onChange is called again only when its promise is fulfilled.
 * @returns when every change from now on will be seen.
 */
export async function watchRoots(
  { places }: Roots,
  onChange: (paths: ReadonlySet<string>) => Promise<void>,
): Promise<RootWatcher> {
  return watchPaths(
    places.flatMap(({ dir, root }) => root.files?.map((name) => join(dir, name)) ?? [dir]),
    onChange,
  );
}

/**
 * Tells which files at these paths, or below them, may have changed. The paths need not exist yet. What comes while the last changes are still
 * being looked at is told together.
 *
 * @param onChange is called again only when its promise is fulfilled.
 * @returns when every change from now on will be seen.
 */
export async function watchPaths(
  places: readonly string[],
  onChange: (paths: ReadonlySet<string>) => Promise<void>,
): Promise<RootWatcher> {
  let pending = new Set<string>();
  let working: Promise<void> | undefined;
  const work = async (): Promise<void> => {
    while (pending.size > 0) {
      const paths = pending;
      pending = new Set();
      await onChange(paths);
    }
    working = undefined;
  };
  const watcher = watch(
    [...places],
    // Links are followed by the listing, which knows where they may lead.
    { ignoreInitial: true, followSymlinks: false, ignored: isOwnFile },
  );
  watcher.on("all", (_, path) => {
    pending.add(path);
    // In the next turn, so that what the system tells at once is looked at together.
    working ??= Promise.resolve().then(work);
  });
  await new Promise<void>((resolve) => {
    watcher.once("ready", resolve);
    watcher.once("error", () => resolve());
  });
  return {
    async close() {
      await watcher.close();
      await working;
    },
  };
}
