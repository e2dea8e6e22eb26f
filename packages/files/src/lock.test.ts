import { spawnSync } from "node:child_process";
import { readdir, utimes, writeFile } from "node:fs/promises";
import { hostname } from "node:os";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { takeLock, withLock } from "./lock.ts";
import { openRoot } from "./root.ts";
import { createProject } from "@precept/testing";

/** The id of a process that has ended. */
function deadPid(): number {
  return spawnSync(process.execPath, ["--eval", "0"]).pid;
}

describe("a lock", () => {
  it("is held by one at a time, though many find one that was abandoned, again and again", async () => {
    const project = await createProject();
    const { dir } = project;
    const lock = join(dir, ".a.precept-lock");
    const pid = deadPid();
    let holders = 0;
    let most = 0;
    let left = 0;
    const take = async (): Promise<void> => {
      const held = await takeLock(openRoot(dir), "a", "fs", 4);
      holders += 1;
      most = Math.max(most, holders);
      await new Promise((resolve) => setImmediate(resolve));
      holders -= 1;
      // As if it had been killed: the lock stays, and so does what others know of it.
      if (left++ % 2 === 0) await writeFile(lock, `${pid} ${hostname()} dead-${left}`);
      else await held.release();
    };
    await project.write(".a.precept-lock", `${pid} ${hostname()} dead`);
    await Promise.all(Array.from({ length: 120 }, take));
    expect([most, left]).toEqual([1, 120]);
    await (await takeLock(openRoot(dir), "a", "fs")).release();
    expect(await readdir(dir)).toEqual([]);
  });

  it("of another machine is taken over when it is too old to be in use", async () => {
    const project = await createProject();
    const { dir } = project;
    await project.write(".a.precept-lock", "1 elsewhere.example far");
    const old = new Date(Date.now() - 60_000);
    await utimes(join(dir, ".a.precept-lock"), old, old);
    expect(await withLock(openRoot(dir), "a", "fs", async () => "done")).toBe("done");
    expect(await readdir(dir)).toEqual([]);
  });

  it("is not removed by a holder that it was taken from", async () => {
    const project = await createProject();
    const { dir } = project;
    const held = await takeLock(openRoot(dir), "a", "fs");
    await project.write(".a.precept-lock", `${process.pid} ${hostname()} other`);
    await held.release();
    expect(await readdir(dir)).toEqual([".a.precept-lock"]);
  });
});
