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

  it("is refused if the directory of rollbacks is a link", { tags: "slow" }, async () => {
    const { dir, write } = openTestRepository();
    const outside = makeDirectory();
    write("a.txt", "first\n");
    const checkpoint = await createCheckpoint(dir);
    symlinkSync(outside, join(dir, ".git/precept/rollback"));
    write("a.txt", "second\n");
    await expect(rollBack(dir, checkpoint)).rejects.toMatchObject({ code: "PATH_REFUSED" });
    expect(readdirSync(outside)).toEqual([]);
  });

  it("is refused immediately if the lock of the index is a link", { tags: "slow" }, async () => {
    const { dir, write } = openTestRepository();
    write("a.txt", "first\n");
    const checkpoint = await createCheckpoint(dir);
    symlinkSync("nowhere", join(dir, ".git/index.lock"));
    await expect(rollBack(dir, checkpoint)).rejects.toMatchObject({ code: "PATH_REFUSED" });
    await expect(createCheckpoint(dir)).rejects.toMatchObject({ code: "GIT_BUSY" });
  });
});

describe("a directory whose `.git` names a repository elsewhere", () => {
  const refused = { code: "GIT_REPOSITORY_REFUSED" };
  const checkpoints = (dir: string): string =>
    execFileSync("git", ["for-each-ref", "--format=%(refname)", "refs/precept"], { cwd: dir, encoding: "utf8" });

  it.each([
    ["a file", (path: string, gitDir: string) => writeFileSync(path, `gitdir: ${gitDir}\n`)],
    ["a link", (path: string, gitDir: string) => symlinkSync(gitDir, path)],
  ])("gets no checkpoint there if it is %s, until the repository names it", async (_, make) => {
    const { dir, write } = openTestRepository();
    write("a.txt", "first\n");
    const downloaded = makeDirectory();
    make(join(downloaded, ".git"), join(dir, ".git"));
    for (const work of [createCheckpoint, listCheckpoints]) await expect(work(downloaded)).rejects.toMatchObject(refused);
    await expect(rollBack(downloaded, "any")).rejects.toMatchObject(refused);
    expect(checkpoints(dir)).toBe("");
    execFileSync("git", ["config", "core.worktree", downloaded], { cwd: dir });
    await expect(createCheckpoint(downloaded)).resolves.toMatchObject({ ref: expect.stringContaining("refs/precept") });
  });

  it("gets no checkpoint in the linked working tree of another directory", { tags: "slow" }, async () => {
    const { dir, write, git } = openTestRepository();
    write("a.txt", "first\n");
    git("add", "--all");
    git("commit", "-qm", "first");
    const linked = join(makeDirectory(), "linked");
    git("worktree", "add", "-q", linked);
    await createCheckpoint(linked);
    const downloaded = makeDirectory();
    writeFileSync(join(downloaded, ".git"), `gitdir: ${join(dir, ".git/worktrees/linked")}\n`);
    await expect(createCheckpoint(downloaded)).rejects.toMatchObject(refused);
  });

  it("gets checkpoints if it is a submodule, or has its git directory in it", { tags: "slow" }, async () => {
    const [outer, inner] = [openTestRepository(), openTestRepository()];
    inner.write("a.txt", "first\n");
    inner.git("add", "--all");
    inner.git("commit", "-qm", "first");
    outer.git("-c", "protocol.file.allow=always", "submodule", "add", "-q", inner.dir, "sub");
    await createCheckpoint(join(outer.dir, "sub"));
    expect(checkpoints(join(outer.dir, "sub"))).not.toBe("");
    const own = makeDirectory();
    execFileSync("git", ["init", "-q", `--separate-git-dir=${join(own, ".repository")}`, own]);
    await createCheckpoint(own);
    expect(checkpoints(own)).not.toBe("");
  });
});
