import { spawnSync } from "node:child_process";
import { readdir, utimes, writeFile } from "node:fs/promises";
import { hostname } from "node:os";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { acquireLock, withLock } from "./lock.ts";
import { openRoot } from "./root.ts";
import { createProject } from "@precept/testing";

/** Returns the id of a process that has ended. */
function getDeadPid(): number {
  return spawnSync(process.execPath, ["--eval", "0"]).pid;
}

describe("a lock", () => {
  it("is held by one caller at a time, even if many callers repeatedly find it stale", async () => {
    const project = await createProject();
    const { dir } = project;
    const lock = join(dir, ".a.precept-lock");
    const pid = getDeadPid();
    let holders = 0;
    let maxHolders = 0;
    let count = 0;
    const take = async (): Promise<void> => {
      const held = await acquireLock(openRoot(dir), "a", "fs", 4);
      holders += 1;
      maxHolders = Math.max(maxHolders, holders);
      await new Promise((resolve) => setImmediate(resolve));
      holders -= 1;
      // Simulates a killed owner: the lock file stays and names a process that has ended.
      if (count++ % 2 === 0) await writeFile(lock, `${pid} ${hostname()} dead-${count}`);
      else await held.release();
    };
    await project.write(".a.precept-lock", `${pid} ${hostname()} dead`);
    await Promise.all(Array.from({ length: 120 }, take));
    expect([maxHolders, count]).toEqual([1, 120]);
    await (await acquireLock(openRoot(dir), "a", "fs")).release();
    expect(await readdir(dir)).toEqual([]);
  });

  it("of another machine is taken over when it is stale", async () => {
    const project = await createProject();
    const { dir } = project;
    await project.write(".a.precept-lock", "1 elsewhere.example far");
    const old = new Date(Date.now() - 60_000);
    await utimes(join(dir, ".a.precept-lock"), old, old);
    expect(await withLock(openRoot(dir), "a", "fs", async () => "done")).toBe("done");
    expect(await readdir(dir)).toEqual([]);
  });

  it("is not removed by its previous owner after a takeover", async () => {
    const project = await createProject();
    const { dir } = project;
    const held = await acquireLock(openRoot(dir), "a", "fs");
    await project.write(".a.precept-lock", `${process.pid} ${hostname()} other`);
    await held.release();
    expect(await readdir(dir)).toEqual([".a.precept-lock"]);
  });
});
