import { symlink } from "node:fs/promises";
import { join } from "node:path";
import { expect, it } from "vitest";
import { readGitFile } from "./index.ts";
import { createProject } from "@precept/testing";

it("reads a `.git` file", async () => {
  const { dir } = await createProject({ ".git": "gitdir: ../.git/worktrees/a\n" });
  expect(readGitFile(dir)).toBe("gitdir: ../.git/worktrees/a\n");
});

it.skipIf(process.platform === "win32")("does not read pipes, devices, directories and files larger than 4 KiB", async () => {
  const pipe = await createProject();
  pipe.makePipe(".git");
  expect(readGitFile(pipe.dir)).toBeUndefined();
  const device = await createProject();
  await symlink("/dev/zero", join(device.dir, ".git"));
  expect(readGitFile(device.dir)).toBeUndefined();
  const directory = await createProject({ ".git/HEAD": "" });
  expect(readGitFile(directory.dir)).toBeUndefined();
  const huge = await createProject({ ".git": `gitdir: ${"a/".repeat(4096)}` });
  expect(readGitFile(huge.dir)).toBeUndefined();
});
