import { readdir, readFile, symlink, utimes, writeFile } from "node:fs/promises";
import { hostname } from "node:os";
import { join } from "node:path";
import { setTimeout } from "node:timers/promises";
import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { createWithoutLink, releaseLock } from "./lock-file.ts";
import { acquireLock, withLock } from "./lock.ts";
import { openRoot } from "./root.ts";
import { bySize, createProject } from "@precept/testing";
import { startScript, type Script } from "../test/script.ts";
import { mountSmallDisk, getSmallDiskObstacle } from "../test/small-disk.ts";

/** The number of processes that are killed. */
const kills = bySize({ sample: 4, full: 60 });

/** Acquires and releases a lock in a loop, and holds it for up to three milliseconds. */
const takeTurns = `
  console.log("ready");
  for (;;) {
    const lock = await files.acquireLock(root, "a", "fs", 4);
    if (Math.random() < 0.5) await new Promise((resolve) => setTimeout(resolve, Math.random() * 3));
    await lock.release();
  }`;

async function measureTime(work: () => Promise<unknown>): Promise<number> {
  const started = performance.now();
  await work();
  return performance.now() - started;
}

describe("processes that are killed while they acquire, hold and release a lock", () => {
  it("do not block other processes, and leave no files behind", { timeout: 60_000 + kills * 2_000 }, async ({ annotate }) => {
    const { dir } = await createProject();
    const start = async (): Promise<Script> => {
      const script = startScript(dir, takeTurns);
      await script.nextLine();
      return script;
    };
    const takers = Array.from({ length: 4 }, start);
    const waits: number[] = [];
    for (const moment of fc.sample(fc.integer({ min: 0, max: 40 }), { numRuns: kills })) {
      const taker = await takers.shift();
      await setTimeout(moment);
      await taker?.signal("SIGKILL");
      waits.push(await measureTime(async () => (await acquireLock(openRoot(dir), "a", "fs")).release()));
      takers.push(start());
    }
    for (const taker of takers) await (await taker).signal("SIGKILL");
    waits.push(await measureTime(async () => (await acquireLock(openRoot(dir), "a", "fs")).release()));
    const last = startScript(dir, 'await files.withLock(root, "a", "fs", async () => undefined); console.log("done");');
    expect(await last.nextLine()).toBe("done");
    expect(await readdir(dir)).toEqual([]);
    await annotate(`${waits.length} locks, the longest wait ${Math.max(...waits).toFixed()} ms`);
    // Waiting until a lock is stale would take five seconds.
    expect(Math.max(...waits)).toBeLessThan(3_000);
  });
});

describe("a process that was suspended while it held a lock", () => {
  it("overwrites no later changes, and does not remove the lock of another process", { tags: "slow" }, async () => {
    const { dir } = await createProject({ a: "old" });
    const script = startScript(
      dir,
      `await files.withLock(root, "a", "fs", async (lock) => {
        console.log("held");
        await new Promise((resolve) => setTimeout(resolve, 500));
        const failed = (error) => console.log(error.code, error.message);
        await files.replaceFile(root, "a", "late", { beforeRename: lock.assertHeld }).catch(failed);
        await files.createFile(root, "b", "late", { beforeRename: lock.assertHeld }).catch(failed);
        await files.removeFile(root, "a", { beforeRename: lock.assertHeld }).catch(failed);
        await files.appendFile(root, "a", "late", { beforeRename: lock.assertHeld }).catch(failed);
        await files.moveFile(root, "a", "b", lock.assertHeld).catch(failed);
      });
      console.log("released");`,
    );
    expect(await script.nextLine()).toBe("held");
    await script.signal("SIGSTOP");
    const lock = await acquireLock(openRoot(dir), "a", "fs");
    await writeFile(join(dir, "a"), "new");
    await script.signal("SIGCONT");
    const failure =
      'STORE_FAILED The store "fs" failed: another process took over the lock of "a" while this one did not respond.';
    for (let number = 0; number < 5; number += 1) expect(await script.nextLine()).toBe(failure);
    expect(await script.nextLine()).toBe("released");
    lock.assertHeld();
    await lock.release();
    expect(await readFile(join(dir, "a"), "utf8")).toBe("new");
    expect(await readdir(dir)).toEqual(["a"]);
  });
});

describe("a process that was suspended between checking its lock and renaming its file", () => {
  it("fails to rename its file, and overwrites nothing", { tags: "slow" }, async () => {
    const { dir } = await createProject({ a: "old" });
    const script = startScript(
      dir,
      `await files.withLock(root, "a", "fs", async (lock) => {
        let isStopped = false;
        const stopOnce = () => {
          lock.assertHeld();
          if (isStopped) return;
          isStopped = true;
          process.kill(process.pid, "SIGSTOP");
        };
        (await import("node:fs")).writeSync(1, "held\\n");
        await files.replaceFile(root, "a", "late", { beforeRename: stopOnce }).catch((error) => console.log(error.code));
      });`,
    );
    expect(await script.nextLine()).toBe("held");
    await setTimeout(300);
    const lock = await acquireLock(openRoot(dir), "a", "fs");
    await writeFile(join(dir, "a"), "new");
    await script.signal("SIGCONT");
    expect(await script.nextLine()).toBe("STORE_FAILED");
    await lock.release();
    expect(await readFile(join(dir, "a"), "utf8")).toBe("new");
    expect(await readdir(dir)).toEqual(["a"]);
  });
});

describe("a lock that is held for a long time", () => {
  it("is not taken over while its owner is alive", { tags: "slow" }, async () => {
    const { dir } = await createProject();
    const script = startScript(
      dir,
      `const lock = await files.acquireLock(root, "a", "fs");
      console.log("held");
      await new Promise((resolve) => setTimeout(resolve, 7_000));
      lock.assertHeld();
      console.log("still held");
      await lock.release();`,
    );
    expect(await script.nextLine()).toBe("held");
    const [waited, line] = await Promise.all([
      measureTime(async () => (await acquireLock(openRoot(dir), "a", "fs")).release()),
      script.nextLine(),
    ]);
    expect(line).toBe("still held");
    expect(waited).toBeGreaterThan(6_000);
  });

  it("does not keep a process alive", async () => {
    const { dir } = await createProject();
    const script = startScript(dir, 'await files.acquireLock(root, "a", "fs"); console.log("held");');
    expect(await script.nextLine()).toBe("held");
    expect(await script.nextLine()).toBeUndefined();
  });
});

describe("an invalid file at the path of a lock", () => {
  it("is replaced within ten seconds, without changing the target of a link", { tags: "slow" }, async () => {
    const project = await createProject({ target: "content" });
    const { dir } = project;
    const lock = (name: string): string => `.${name}.precept-lock`;
    // A cloned repository could contain a lock that names a process which always exists.
    await project.write(lock("hostile"), `1 ${hostname()} 0123456789abc`);
    await project.write(lock("traversal"), `1 ${hostname()} /../../x`);
    await project.write(lock("group"), `0 ${hostname()} x`);
    await project.write(lock("future"), `1 ${hostname()} y`);
    await utimes(join(dir, lock("future")), new Date("2100-01-01"), new Date("2100-01-01"));
    await project.write(lock("empty"), "");
    await project.write(lock("large"), "x".repeat(100_000));
    await project.write(lock("elsewhere"), "1 elsewhere.example z");
    await symlink("nowhere", join(dir, lock("dangling")));
    await symlink("target", join(dir, lock("link")));
    await symlink(lock("loop"), join(dir, lock("loop")));
    project.makePipe(lock("pipe"));
    const names = ["hostile", "traversal", "group", "future", "empty", "large", "elsewhere", "dangling", "link", "loop", "pipe"];
    const waits = names.map((name) => measureTime(() => withLock(openRoot(dir), name, "fs", async () => undefined)));
    expect(Math.max(...(await Promise.all(waits)))).toBeLessThan(10_000);
    expect(await readdir(dir)).toEqual(["target"]);
    expect(await readFile(join(dir, "target"), "utf8")).toBe("content");
  });

  it("causes an immediate error if it is a directory", async () => {
    const project = await createProject({ ".a.precept-lock/b": "" });
    await expect(acquireLock(openRoot(project.dir), "a", "fs")).rejects.toMatchObject({
      code: "STORE_FAILED",
      message: 'The store "fs" failed: cannot lock "a": ".a.precept-lock" is a directory.',
    });
    expect(await readdir(project.dir)).toEqual([".a.precept-lock"]);
  });
});

it("locks a file with a name of maximum length", async () => {
  const { dir } = await createProject();
  const name = "ä".repeat(127);
  const lock = await acquireLock(openRoot(dir), name, "fs");
  lock.assertHeld();
  await lock.release();
  expect(await readdir(dir)).toEqual([]);
});

it("creates a lock without hard links", async () => {
  const { dir } = await createProject();
  const lock = createWithoutLink(join(dir, ".a.precept-lock"));
  expect(createWithoutLink(join(dir, ".a.precept-lock"))).toBeUndefined();
  expect(await readFile(join(dir, ".a.precept-lock"), "utf8")).toContain(`${process.pid} ${hostname()} `);
  if (lock !== undefined) releaseLock(lock);
  expect(await readdir(dir)).toEqual([]);
});

const whyNot = getSmallDiskObstacle();

describe.skipIf(whyNot !== undefined)(`a full disk${whyNot === undefined ? "" : ` (skipped: ${whyNot})`}`, () => {
  it("allows a lock, which one caller holds at a time", async () => {
    const disk = mountSmallDisk();
    disk.fill();
    const root = openRoot(disk.dir);
    const lock = await acquireLock(root, "a", "fs");
    lock.assertHeld();
    let isReleased = false;
    const next = acquireLock(root, "a", "fs").then((taken) => (expect(isReleased).toBe(true), taken.release()));
    await setTimeout(100);
    isReleased = true;
    await lock.release();
    await next;
    await expect(writeFile(join(disk.dir, "b"), "text")).rejects.toThrow("ENOSPC");
    expect((await readdir(disk.dir)).filter((name) => name.startsWith("."))).toEqual([]);
  });
});
