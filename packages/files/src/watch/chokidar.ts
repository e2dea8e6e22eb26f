import { basename } from "node:path";
import { FSWatcher } from "chokidar";

/** The interval at which `polling` compares a directory or a file, in milliseconds. */
const pollingInterval = 500;

/** Reads no entries of directories: chokidar would list and inspect all of them after each event. */
class EventWatcher extends FSWatcher {
  override _throttle(...args: Parameters<FSWatcher["_throttle"]>): ReturnType<FSWatcher["_throttle"]> {
    return args[0] === "readdir" && !this.options.usePolling ? false : super._throttle(...args);
  }
}

/** Creates chokidar's watcher of one directory. @param readsFile the files that polling compares, by name. */
export function createWatcher(usePolling: boolean, directory: string, readsFile: (name: string) => boolean): FSWatcher {
  return new EventWatcher({
    usePolling,
    interval: pollingInterval,
    binaryInterval: pollingInterval,
    depth: 0,
    ignoreInitial: true,
    followSymlinks: false,
    atomic: false,
    ignored: (path, stats) => path !== directory && stats !== undefined && !(stats.isFile() && readsFile(basename(path))),
  });
}
