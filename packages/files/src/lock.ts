import { basename, dirname, join } from "node:path";
import { setTimeout } from "node:timers/promises";
import { maxOf, PreceptError } from "@precept/core";
import {
  createLockFile,
  releaseLateLock,
  releaseLock,
  inspectLock,
  isHeld,
  isClearlyStale,
  takeOver,
  sendHeartbeat,
  type IsStale,
  type OwnedLock,
} from "./lock-file.ts";
import { locate } from "./locate.ts";
import { getLockPath } from "./internal-files.ts";
import { openDirectory, withPath, type DirectoryHandle } from "./directory-handle.ts";
import { monotonicTime } from "./monotonic-time.ts";
import type { Root } from "./root.ts";
import { removePendingWrites, removeStaleFiles } from "./remove-stale-files.ts";

/** The interval of heartbeats, in milliseconds. */
const heartbeat = 1_000;

/** A lock without a heartbeat for this time, in milliseconds, is stale, even if its owner is running. */
const staleAfter = 5_000;

/** The same for a takeover lock, which is held for less than a millisecond. */
const takeoverStaleAfter = 1_500;

/** The maximum time to wait for a lock, in milliseconds. */
const acquireTimeout = 10_000;

/** A process that has waited for this time, in milliseconds, retries more often so that it gets the lock. */
const longWait = 500;

/** An acquired lock, which gives the right to write a file until it is released. */
export interface Lock {
  /** Whether the lock was held by another process when it was requested. */
  readonly waited: boolean;
  /**
   * Checks that this process still holds the lock. Call it directly before a change: a process that was suspended for
   * some seconds can lose its lock to another one. Synchronous, so that no other code runs between the check and the
   * change.
   *
   * @throws PreceptError `STORE_FAILED` if another process has taken over the lock.
   */
  readonly assertHeld: () => void;
  release(): Promise<void>;
}

/**
 * Runs `work` while holding the lock of a file, so that only one process changes the file at a time.
 *
 * @param store the store id in error messages.
 * @throws PreceptError `STORE_FAILED` if the lock cannot be acquired, or the system's error.
 * @example
 * ```ts
 * import { openRoot, putFile, withLock } from "@precept/files";
 *
 * const root = openRoot(".");
 * await withLock(root, "state.json", "fs", async (lock) => {
 *   await putFile(root, "state.json", "{}", { beforeRename: lock.assertHeld });
 * });
 * ```
 */
export async function withLock<Result>(
  root: Root,
  path: string,
  store: string,
  work: (lock: Lock) => Promise<Result>,
): Promise<Result> {
  const lock = await acquireLock(root, path, store);
  try {
    return await work(lock);
  } finally {
    await lock.release();
  }
}

/**
 * Acquires the lock of a file: a file next to it that names its owner and gets a heartbeat every second. It is taken
 * over immediately if its owner has ended, and after five seconds without heartbeats.
 *
 * @param maxWait between two attempts, in milliseconds. Use a short time if many processes compete.
 * @throws PreceptError `STORE_FAILED` after ten seconds, or if there is a directory at the path of the lock.
 */
export async function acquireLock(root: Root, path: string, store: string, maxWait = 50): Promise<Lock> {
  const located = locate(root, path);
  const directory = openDirectory(root, dirname(located));
  try {
    removeStaleFiles(dirname(located), directory.at);
    return await takeIn(directory, basename(located), { path, store, maxWait });
  } catch (error) {
    directory.close();
    throw withPath(error, directory.at, dirname(located));
  }
}

interface TakeOptions {
  /** The path in error messages. */
  readonly path: string;
  readonly store: string;
  readonly maxWait: number;
}

async function takeIn(directory: DirectoryHandle, name: string, { path, store, maxWait }: TakeOptions): Promise<Lock> {
  const file = join(directory.at, name);
  const lockPath = getLockPath(file);
  const isStale = watchForHeartbeats(lockPath);
  const clock = createClock();
  let elapsed = 0;
  for (let wait = 2, waited = false; ; wait = Math.min(maxWait, wait * 2), waited = true) {
    const found = inspectLock(lockPath);
    if (found?.isDirectory === true) {
      const reason = `cannot lock "${path}": "${basename(lockPath)}" is a directory`;
      throw new PreceptError("STORE_FAILED", { store, reason, retryable: false });
    }
    const isFree = found === undefined;
    const owned = isFree ? createLockFile(lockPath) : isStale(lockPath, found) && takeOver(lockPath, found, isStale);
    if (owned) {
      if (!isFree) removePendingWrites(file, found.content ?? "");
      return hold(owned, directory, waited, path, store);
    }
    elapsed += clock();
    if (elapsed > acquireTimeout) {
      const reason = `cannot lock "${path}": other processes have been writing it for more than ${acquireTimeout / 1000} seconds`;
      throw new PreceptError("STORE_FAILED", { store, reason, retryable: true });
    }
    await setTimeout((elapsed > longWait ? Math.min(wait, 4) : wait) * (0.5 + Math.random() / 2));
  }
}

function hold(lock: OwnedLock, directory: DirectoryHandle, waited: boolean, path: string, store: string): Lock {
  let lastHeartbeat = readClocks();
  let isReleased = false;
  const timer = setInterval(() => {
    if (sendHeartbeat(lock)) lastHeartbeat = readClocks();
  }, heartbeat);
  timer.unref();
  return {
    waited,
    assertHeld() {
      if (isHeld(lock)) return;
      const reason = `another process took over the lock of "${path}" while this one did not respond`;
      throw new PreceptError("STORE_FAILED", { store, reason, retryable: true });
    },
    async release() {
      if (isReleased) return;
      isReleased = true;
      clearInterval(timer);
      const now = readClocks();
      const age = maxOf(now.map((clock, at) => Math.abs(clock - (lastHeartbeat[at] as number))));
      try {
        if (age < staleAfter / 2) releaseLock(lock);
        else releaseLateLock(lock);
      } finally {
        directory.close();
      }
    },
  };
}

/** Returns the monotonic clock, which stops during standby on some systems, and the wall clock, which can be set. */
function readClocks(): readonly number[] {
  return [monotonicTime(), Date.now()];
}

/** Creates a clock of the milliseconds since its last call, at most 1,000: standby also suspends the other owner. */
function createClock(): () => number {
  let last = monotonicTime();
  return () => {
    const since = monotonicTime() - last;
    last += since;
    return Math.min(since, 1_000);
  };
}

/**
 * Creates a function that decides whether a lock is stale, by the state of its owner and by the time since its last
 * observed heartbeat. The timestamp of the file alone is not reliable: it can be wrong, or even in the future.
 */
function watchForHeartbeats(lockPath: string): IsStale {
  const seen = new Map<string, { readonly key: string; readonly clock: () => number; age: number }>();
  return (path, found) => {
    if (isClearlyStale(found)) return true;
    const last = seen.get(path);
    if (last?.key !== found.key) {
      seen.set(path, { key: found.key, clock: createClock(), age: 0 });
      return false;
    }
    last.age += last.clock();
    return last.age > (path === lockPath ? staleAfter : takeoverStaleAfter);
  };
}
