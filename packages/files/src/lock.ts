import { randomUUID } from "node:crypto";
import { open, readFile, stat, unlink, type FileHandle } from "node:fs/promises";
import { hostname } from "node:os";
import { basename, dirname, join } from "node:path";
import { setTimeout } from "node:timers/promises";
import { PreceptError } from "@precept/core";
import { errorCode, isMissing } from "./failure.ts";
import { locate } from "./locate.ts";
import { lockSuffix } from "./own-files.ts";
import type { Root } from "./root.ts";

/** A lock this old, in milliseconds, was left by a process that is gone: a write takes a fraction of a second. */
const abandonedAfter = 10_000;

/** How long to wait for another process, in milliseconds. */
const patience = 15_000;

/** The right to write a file, for as long as it is not released. */
export interface Lock {
  /** Whether somebody else had it first. */
  readonly waited: boolean;
  /** @throws PreceptError `STORE_FAILED` where another process has taken the lock over. Call it just before a change takes effect. */
  readonly assertHeld: () => Promise<void>;
  release(): Promise<void>;
}

/**
 * Does something to a file while no other process that goes by this lock does. Between reading a file and putting another in its place
 * somebody else could write it, and the change would be lost without anybody noticing.
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
 * Waits for the right to write a file.
 *
 * @param longestWait between two looks whether the lock is free, in milliseconds. Where many writers take turns, short ones pay.
 */
export async function takeLock(root: Root, path: string, store: string, longestWait = 50): Promise<Lock> {
  const located = locate(root, path);
  const lock = join(dirname(located), `.${basename(located)}${lockSuffix}`);
  const token = randomUUID().slice(0, 13);
  const started = performance.now();
  for (let wait = 2, waited = false; ; wait = Math.min(longestWait, wait * 2), waited = true) {
    if (await create(lock, token)) {
      return { waited, assertHeld: () => assertHeld(lock, token, path, store), release: () => release(lock, token) };
    }
    await removeAbandoned(lock);
    if (performance.now() - started > patience) {
      throw new PreceptError("STORE_FAILED", { store, problem: `another process has been writing "${path}" for too long` });
    }
    await setTimeout(wait * (0.5 + Math.random() / 2));
  }
}

async function create(lock: string, token: string): Promise<boolean> {
  let handle: FileHandle;
  try {
    handle = await open(lock, "wx");
  } catch (error) {
    if (errorCode(error) === "EEXIST") return false;
    throw error;
  }
  try {
    await handle.writeFile(`${process.pid} ${hostname()} ${token}`);
    return true;
  } catch (error) {
    // A full disk. Nobody can tell whose it is, and everybody would wait.
    await unlink(lock).catch(() => undefined);
    throw error;
  } finally {
    await handle.close();
  }
}

async function assertHeld(lock: string, token: string, path: string, store: string): Promise<void> {
  const content = await readFile(lock, "utf8").catch(() => "");
  if (content.endsWith(` ${token}`)) return;
  throw new PreceptError("STORE_FAILED", {
    store,
    problem: `another process took over the lock of "${path}" while this one did not respond`,
  });
}

/** A lock that was held for so long that it was taken for abandoned is somebody else's by now. */
async function release(lock: string, token: string): Promise<void> {
  const content = await readFile(lock, "utf8").catch(() => "");
  if (content.endsWith(` ${token}`)) await unlink(lock).catch(() => undefined);
}

/**
 * The right to remove a lock is a lock of its own, called after what is to be removed. Of several that find it abandoned one removes it, and
 * nobody removes the one that comes after it.
 */
async function removeAbandoned(lock: string): Promise<void> {
  const abandoned = await abandonedToken(lock);
  if (abandoned === undefined) return;
  const right = `${lock.slice(0, -lockSuffix.length)}.${abandoned}${lockSuffix}`;
  const token = randomUUID().slice(0, 13);
  if (!(await create(right, token))) {
    await removeAbandoned(right);
    return;
  }
  try {
    if ((await abandonedToken(lock)) === abandoned) await unlink(lock);
  } catch (error) {
    if (!isMissing(error)) throw error;
  } finally {
    await release(right, token);
  }
}

/** Which lock is there, if its owner is gone: each has a token of its own, but for one that was never finished. */
async function abandonedToken(lock: string): Promise<string | undefined> {
  try {
    const [pid = "", host, token = ""] = (await readFile(lock, "utf8")).split(" ");
    const isOld = Date.now() - (await stat(lock)).mtimeMs > abandonedAfter;
    return isOld || (host === hostname() && isGone(Number(pid))) ? token : undefined;
  } catch (error) {
    if (isMissing(error)) return undefined;
    throw error;
  }
}

function isGone(pid: number): boolean {
  try {
    // Asks whether there is such a process, and does nothing to it.
    process.kill(pid, 0);
    return false;
  } catch (error) {
    return errorCode(error) === "ESRCH";
  }
}
