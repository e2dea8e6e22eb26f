import { basename, dirname, join } from "node:path";
import { setTimeout } from "node:timers/promises";
import { PreceptError } from "@precept/core";
import { removePendingWrites } from "./fence.ts";
import {
  createLockFile,
  dropLateLock,
  dropLock,
  inspectLock,
  isHeld,
  isPlainlyAbandoned,
  takeOver,
  touchLock,
  type IsAbandoned,
  type OwnedLock,
} from "./lock-file.ts";
import { locate } from "./locate.ts";
import { lockPathOf } from "./own-files.ts";
import { pinDirectory, withPath, type PinnedDirectory } from "./pinned-directory.ts";
import type { Root } from "./root.ts";
import { sweep } from "./sweep.ts";

/** How often the holder of a lock touches it, in milliseconds. */
const heartbeat = 1_000;

/** A lock without a heartbeat for this long, in milliseconds, is abandoned, whichever process it names. */
const abandonedAfter = 5_000;

/** The same for the right to take a lock over, which is held for a fraction of a millisecond. */
const takeoverAbandonedAfter = 1_500;

/** How long to wait for other processes, in milliseconds. */
const patience = 10_000;

/** A process that has waited for this long, in milliseconds, tries more often, so that it gets its turn. */
const longWait = 500;

/** The right to write a file, for as long as it is not released. */
export interface Lock {
  /** Whether another process held it before. */
  readonly waited: boolean;
  /**
   * Call it just before a change takes effect: a process that was stopped for seconds has lost its lock to another one. Synchronous, so that
   * nothing else happens in between.
   *
   * @throws PreceptError `STORE_FAILED` if another process has taken the lock over.
   */
  readonly assertHeld: () => void;
  release(): Promise<void>;
}

/**
 * Runs `work` while holding the lock of a file, so that processes that change the file do so one after the other.
 *
 * @throws PreceptError `STORE_FAILED` as {@link takeLock} does, or the system's error.
 */
export async function withLock<Result>(
  root: Root,
  path: string,
  store: string,
  work: (lock: Lock) => Promise<Result>,
): Promise<Result> {
  const lock = await takeLock(root, path, store);
  try {
    return await work(lock);
  } finally {
    await lock.release();
  }
}

/**
 * Waits for the lock of a file: a file beside it that names its owner, and that the owner touches every second. The lock of a process that has
 * ended is taken over immediately, one that is not touched after five seconds.
 *
 * @param maxWait between two attempts, in milliseconds. Where many processes take turns, short ones pay.
 * @throws PreceptError `STORE_FAILED` after ten seconds, and if a directory is where the lock belongs.
 */
export async function takeLock(root: Root, path: string, store: string, maxWait = 50): Promise<Lock> {
  const located = locate(root, path);
  const directory = pinDirectory(root, dirname(located));
  try {
    await sweep(dirname(located), directory.at);
    return await takeIn(directory, basename(located), { path, store, maxWait });
  } catch (error) {
    directory.close();
    throw withPath(error, directory.at, dirname(located));
  }
}

interface TakeOptions {
  /** As errors show it. */
  readonly path: string;
  readonly store: string;
  readonly maxWait: number;
}

async function takeIn(directory: PinnedDirectory, name: string, { path, store, maxWait }: TakeOptions): Promise<Lock> {
  const file = join(directory.at, name);
  const lockPath = lockPathOf(file);
  const isAbandoned = watchForHeartbeats(lockPath);
  const clock = createClock();
  let elapsed = 0;
  for (let wait = 2, waited = false; ; wait = Math.min(maxWait, wait * 2), waited = true) {
    const found = inspectLock(lockPath);
    if (found?.isDirectory === true) {
      const problem = `cannot lock "${path}": "${basename(lockPath)}" beside it is a directory`;
      throw new PreceptError("STORE_FAILED", { store, reason: problem });
    }
    const isFree = found === undefined;
    const owned = isFree ? createLockFile(lockPath) : isAbandoned(lockPath, found) && takeOver(lockPath, found, isAbandoned);
    if (owned) {
      if (!isFree) removePendingWrites(file, found.content ?? "");
      return hold(owned, directory, waited, path, store);
    }
    elapsed += clock();
    if (elapsed > patience) {
      const problem = `cannot lock "${path}": other processes have been writing it for more than ${patience / 1000} seconds`;
      throw new PreceptError("STORE_FAILED", { store, reason: problem });
    }
    await setTimeout((elapsed > longWait ? Math.min(wait, 4) : wait) * (0.5 + Math.random() / 2));
  }
}

function hold(lock: OwnedLock, directory: PinnedDirectory, waited: boolean, path: string, store: string): Lock {
  let touched = readClocks();
  let isReleased = false;
  const timer = setInterval(() => {
    if (touchLock(lock)) touched = readClocks();
  }, heartbeat);
  timer.unref();
  return {
    waited,
    assertHeld() {
      if (isHeld(lock)) return;
      const problem = `another process took over the lock of "${path}" while this one did not respond`;
      throw new PreceptError("STORE_FAILED", { store, reason: problem });
    },
    async release() {
      if (isReleased) return;
      isReleased = true;
      clearInterval(timer);
      const now = readClocks();
      const age = Math.max(...now.map((clock, at) => Math.abs(clock - (touched[at] ?? 0))));
      try {
        if (age < abandonedAfter / 2) dropLock(lock);
        else dropLateLock(lock);
      } finally {
        directory.close();
      }
    },
  };
}

/** The monotonic clock, which some systems halt in standby, and the wall clock, which may be set. */
function readClocks(): readonly number[] {
  return [performance.now(), Date.now()];
}

/**
 * Returns a function that returns the milliseconds since its last call, at most a second of them: where this process, or the whole machine, was
 * halted, the owner of a lock may have been halted as well.
 */
function createClock(): () => number {
  let last = performance.now();
  return () => {
    const since = performance.now() - last;
    last += since;
    return Math.min(since, 1_000);
  };
}

/** Decides by the owner's process, and by how long no heartbeat was seen: the time in the file may be wrong, even in the future. */
function watchForHeartbeats(lockPath: string): IsAbandoned {
  const seen = new Map<string, { readonly key: string; readonly clock: () => number; age: number }>();
  return (path, found) => {
    if (isPlainlyAbandoned(found)) return true;
    const last = seen.get(path);
    if (last?.key !== found.key) {
      seen.set(path, { key: found.key, clock: createClock(), age: 0 });
      return false;
    }
    last.age += last.clock();
    return last.age > (path === lockPath ? abandonedAfter : takeoverAbandonedAfter);
  };
}
