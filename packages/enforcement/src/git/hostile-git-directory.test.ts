import { execFileSync } from "node:child_process";
import { mkdirSync, readdirSync, symlinkSync, truncateSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { makeDirectory, openTestRepository } from "@precept/testing";
import { createCheckpoint } from "./checkpoint.ts";
import { findRepository } from "./find-repository.ts";
import { listCheckpoints } from "./history.ts";
import { rollBack } from "./roll-back.ts";

/** A constant, so that knip does not mistake the program for the binary of a package. */
const pipeProgram = "mkfifo";

describe.skipIf(process.platform === "win32")("a `.git` that is neither a directory nor a file with a path", () => {
  it.each([
    ["a pipe", (path: string) => execFileSync(pipeProgram, [path])],
    ["a link to a device", (path: string) => symlinkSync("/dev/zero", path)],
    ["a huge file", (path: string) => (writeFileSync(path, "gitdir: "), truncateSync(path, 2 ** 33))],
  ])("is ignored if it is %s", async (_, make) => {
    const { dir } = openTestRepository();
    const inside = join(dir, "inside");
    mkdirSync(inside);
    make(join(inside, ".git"));
    expect(await findRepository(inside)).toMatchObject({ top: dir, prefix: "inside/" });
  });
});

describe.skipIf(process.platform === "win32")("a git directory in which Precept's directory is a link", () => {
  it("is refused, and nothing is written to the target of the link", async () => {
    const { dir, write } = openTestRepository();
    const outside = makeDirectory();
    write("a.txt", "first\n");
    symlinkSync(outside, join(dir, ".git/precept"));
    await expect(createCheckpoint(dir)).rejects.toMatchObject({ code: "PATH_REFUSED" });
    await expect(listCheckpoints(dir)).rejects.toMatchObject({ code: "PATH_REFUSED" });
    await expect(rollBack(dir, "any")).rejects.toMatchObject({ code: "PATH_REFUSED" });
    expect(readdirSync(outside)).toEqual([]);
  });

  it("is refused if the directory of rollbacks is a link", async () => {
    const { dir, write } = openTestRepository();
    const outside = makeDirectory();
    write("a.txt", "first\n");
    const checkpoint = await createCheckpoint(dir);
    symlinkSync(outside, join(dir, ".git/precept/rollback"));
    write("a.txt", "second\n");
    await expect(rollBack(dir, checkpoint)).rejects.toMatchObject({ code: "PATH_REFUSED" });
    expect(readdirSync(outside)).toEqual([]);
  });

  it("is refused immediately if the lock of the index is a link", async () => {
    const { dir, write } = openTestRepository();
    write("a.txt", "first\n");
    const checkpoint = await createCheckpoint(dir);
    symlinkSync("nowhere", join(dir, ".git/index.lock"));
    await expect(rollBack(dir, checkpoint)).rejects.toMatchObject({ code: "PATH_REFUSED" });
    await expect(createCheckpoint(dir)).rejects.toMatchObject({ code: "GIT_BUSY" });
  });
});
