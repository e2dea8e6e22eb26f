import { link, open, readFile, rename, stat, unlink } from "node:fs/promises";
import { hostname } from "node:os";
import { basename, dirname, join } from "node:path";
import { setTimeout } from "node:timers/promises";
import { PreceptError } from "@precept/core";
import { errorCode } from "./failure.ts";
import { lockEnding } from "./write-file.ts";

/** A lock this old, in milliseconds, was left by a process that is gone: a write takes a fraction of a second. */
const abandonedAfter = 10_000;

/** How long to wait for another process, in milliseconds. */
const patience = 15_000;

/**
 * Does something to a file while no other process that goes by this lock does. Between reading a file and putting another in its place
 * somebody else could write it, and the change would be lost without anybody noticing.
 */
export async function withLock<Result>(path: string, store: string, work: () => Promise<Result>): Promise<Result> {
  const lock = join(dirname(path), `.${basename(path)}${lockEnding}`);
  await acquire(lock, path, store);
  try {
    return await work();
  } finally {
    await unlink(lock).catch(() => undefined);
  }
}

async function acquire(lock: string, path: string, store: string): Promise<void> {
  const started = performance.now();
  for (let wait = 2; ; wait = Math.min(50, wait * 2)) {
    try {
      await using handle = await open(lock, "wx");
      await handle.writeFile(`${process.pid} ${hostname()}`);
      return;
    } catch (error) {
      if (errorCode(error) !== "EEXIST") throw error;
    }
    await removeAbandoned(lock);
    if (performance.now() - started > patience) {
      throw new PreceptError("STORE_FAILED", { store, problem: `another process has been writing "${path}" for too long` });
    }
    await setTimeout(wait);
  }
}

/** Moved aside first, and looked at once more: of several that find it abandoned, the last must not take a new one away. */
async function removeAbandoned(lock: string): Promise<void> {
  const found = await stat(lock).catch(() => undefined);
  if (found === undefined || !(await isAbandoned(lock, found.mtimeMs))) return;
  const aside = `${lock}.${process.pid}`;
  try {
    await rename(lock, aside);
    if ((await stat(aside)).ino !== found.ino) await link(aside, lock);
    await unlink(aside);
  } catch {
    // Somebody else was first.
  }
}

async function isAbandoned(lock: string, since: number): Promise<boolean> {
  if (Date.now() - since > abandonedAfter) return true;
  const [pid = "", host] = (await readFile(lock, "utf8").catch(() => "")).split(" ");
  if (host !== hostname()) return false;
  try {
    // Asks whether there is such a process, and does nothing to it.
    process.kill(Number(pid), 0);
    return false;
  } catch (error) {
    return errorCode(error) === "ESRCH";
  }
}
