import { closeSync } from "node:fs";
import { chmod, readdir, readFile, rm, stat } from "node:fs/promises";
import { join } from "node:path";
import { expect, it } from "vitest";
import { makePrivateDirectory, makePrivateFile } from "./directories.ts";
import { createLockFile } from "./lock-file.ts";
import { openRoot } from "./root.ts";
import { createProject } from "@precept/testing";

it("completes a private directory that a killed process left without a .gitignore", async () => {
  const project = await createProject({});
  await project.makeDirectory(".precept/state");
  await project.write(".precept/state/.gitignore.precept-tmp", "");
  await makePrivateDirectory(openRoot(project.dir), ".precept/state");
  expect(await readFile(join(project.dir, ".precept/state/.gitignore"), "utf8")).toBe("*\n");
});

it("adds no file to a directory that contains files", async () => {
  const project = await createProject({ ".precept/state/mine": "" });
  await makePrivateDirectory(openRoot(project.dir), ".precept/state");
  expect(await readdir(join(project.dir, ".precept/state"))).toEqual(["mine"]);
});

it.skipIf(process.geteuid === undefined)("makes an existing directory private, and locks in it, whatever the umask", async () => {
  const project = await createProject({ ".precept/state/mine": "" });
  const root = openRoot(project.dir);
  const dir = join(project.dir, ".precept/state");
  const modeOf = async (path: string): Promise<number> => (await stat(path)).mode & 0o777;
  for (const umask of [0o000, 0o002, 0o022, 0o077]) {
    await chmod(dir, 0o777);
    // Test files share the process, so the umask cannot be set here for longer than synchronous work.
    await makePrivateDirectory(root, ".precept/state");
    const before = process.umask(umask);
    const lock = createLockFile(join(dir, "lock"));
    process.umask(before);
    expect([await modeOf(dir), await modeOf(join(dir, "lock"))]).toEqual([0o700, 0o600]);
    closeSync(lock?.file ?? -1);
    await rm(join(dir, "lock"));
  }
});

it.skipIf(process.geteuid === undefined)("makes new and existing files private", async () => {
  const project = await createProject({ old: "text" });
  const root = openRoot(project.dir);
  await chmod(join(project.dir, "old"), 0o664);
  for (const name of ["old", "new"]) await makePrivateFile(root, name);
  const modes = await Promise.all(["old", "new"].map(async (name) => (await stat(join(project.dir, name))).mode & 0o777));
  expect(modes).toEqual([0o600, 0o600]);
  expect(await readFile(join(project.dir, "old"), "utf8")).toBe("text");
});
