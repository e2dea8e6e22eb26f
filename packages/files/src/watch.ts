import { watch } from "chokidar";
import { isOwnFile } from "./own-files.ts";

/** Watches files and directories until it is closed. */
export interface PathWatcher {
  close(): Promise<void>;
}

/**
 * Reports which files at these paths, or below them, may have changed. The paths need not exist yet. Links are not followed. Changes that arrive
 * while `onChange` is running are reported together afterwards.
 *
 * @param onChange called again only once its promise is fulfilled.
 * @returns when every later change will be seen.
 */
export async function watchPaths(
  paths: readonly string[],
  onChange: (paths: ReadonlySet<string>) => Promise<void>,
): Promise<PathWatcher> {
  let pending = new Set<string>();
  let working: Promise<void> | undefined;
  const work = async (): Promise<void> => {
    while (pending.size > 0) {
      const changed = pending;
      pending = new Set();
      await onChange(changed);
    }
    working = undefined;
  };
  const watcher = watch([...paths], { ignoreInitial: true, followSymlinks: false, ignored: isOwnFile });
  watcher.on("all", (_, path) => {
    pending.add(path);
    // In the next turn, so that changes that the system reports together are handled together.
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
