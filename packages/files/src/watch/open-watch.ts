import { basename, dirname } from "node:path";
import type { FSWatcher } from "chokidar";

/**
 * How changes are noticed. `events`: the system reports them. `polling`: directories and files are compared at an
 * interval, for network and container mounts that report no events.
 */
export const watchBackends = ["events", "polling"] as const;
export type WatchBackend = (typeof watchBackends)[number];

/** Receives what happens in one directory. */
export interface DirectoryListener {
  /**
   * An entry was created, removed or replaced (`rename`), or its content or attributes changed (`change`).
   *
   * @param name of the entry. Undefined: the directory itself (`rename`), or an unknown entry (`change`).
   */
  readonly onEvent: (kind: "rename" | "change", name: string | undefined) => void;
  /** The directory cannot be watched, or no longer. */
  readonly onError: (error: unknown) => void;
  /** Whether changes of the content of a file matter. Only `polling` asks, since it compares each such file. */
  readonly readsFile: (name: string) => boolean;
}

/** An open watch of one directory. */
export interface OpenWatch {
  /** Fulfilled when the watch is active, has failed or was closed. */
  readonly ready: Promise<void>;
  /** Ends the watch. Events stop immediately; the promise is fulfilled when the system's watch is closed. */
  close(): Promise<void>;
}

/**
 * Watches one directory, without its subdirectories.
 *
 * @param real without links.
 * @param after what to wait for: chokidar shares the system's watch of a path, so an earlier one has to be closed.
 */
export function openWatch(backend: WatchBackend, real: string, listener: DirectoryListener, after?: Promise<void>): OpenWatch {
  const { promise: ready, resolve: setReady } = Promise.withResolvers<void>();
  /** Fulfilled when chokidar has opened the watch, or has failed. */
  const { promise: opened, resolve: setOpened } = Promise.withResolvers<void>();
  let watcher: FSWatcher | undefined;
  let isClosed = false;
  const fail = (error: unknown): void => {
    if (!isClosed) listener.onError(error);
    setReady();
    setOpened();
  };
  const open = async (): Promise<void> => {
    // Loaded on demand, because most processes watch nothing.
    const { createWatcher } = await import("./chokidar.ts");
    await after;
    if (isClosed) return setOpened();
    watcher = createWatcher(backend === "polling", real, listener.readsFile);
    watcher.on("error", fail);
    watcher.on("ready", setReady);
    watcher.on("ready", setOpened);
    if (watcher.options.usePolling) {
      const report = (path: string): void => {
        if (isClosed) return;
        if (path === real) listener.onEvent("change", undefined);
        else if (dirname(path) === real) listener.onEvent("change", basename(path));
      };
      watcher.on("raw", (_, path) => report(path));
      watcher.on("all", (_, path) => report(path));
    } else {
      // The other events are late or missing: chokidar drops events that follow each other closely.
      watcher.on("raw", (kind, name: string | null) => {
        if (!isClosed) listener.onEvent(kind === "rename" ? "rename" : "change", name ?? undefined);
      });
    }
    watcher.add(real);
  };
  open().catch(fail);
  return {
    ready,
    async close() {
      isClosed = true;
      setReady();
      // A watch that is closed while chokidar opens it would stay open.
      await opened;
      void watcher?.close();
      // Pending operations report errors even then. Without a listener, they would end the process.
      watcher?.on("error", () => undefined);
    },
  };
}
