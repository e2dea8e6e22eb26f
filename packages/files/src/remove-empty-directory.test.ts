import { mkdir, mkdtemp, readdir, rm, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, it, onTestFinished } from "vitest";
import { removeEmptyDirectory } from "./directories.ts";
import { openRoot } from "./root.ts";

async function createDirectory(): Promise<string> {
  const dir = await mkdtemp(join(tmpdir(), "precept-files-"));
  onTestFinished(() => rm(dir, { recursive: true, force: true }));
  return dir;
}

it("removes an empty directory, and one that contains only disposable files", async () => {
  const dir = await createDirectory();
  await mkdir(join(dir, "empty"));
  await mkdir(join(dir, "state"));
  await writeFile(join(dir, "state/.gitignore"), "*\n");
  expect(await removeEmptyDirectory(openRoot(dir), "empty")).toBe(true);
  expect(await removeEmptyDirectory(openRoot(dir), "state")).toBe(false);
  expect(await removeEmptyDirectory(openRoot(dir), "state", [".gitignore"])).toBe(true);
  expect(await readdir(dir)).toEqual([]);
});

it("leaves a directory with files, a file, a link and a missing path", async () => {
  const dir = await createDirectory();
  await mkdir(join(dir, "full"));
  await mkdir(join(dir, "target"));
  await writeFile(join(dir, "full/a"), "");
  await symlink("target", join(dir, "link"));
  const root = openRoot(dir);
  expect(await removeEmptyDirectory(root, "full")).toBe(false);
  expect(await removeEmptyDirectory(root, "full", [".gitignore"])).toBe(false);
  expect(await removeEmptyDirectory(root, "full/a")).toBe(false);
  expect(await removeEmptyDirectory(root, "link")).toBe(false);
  expect(await removeEmptyDirectory(root, "missing")).toBe(false);
  await expect(removeEmptyDirectory(root, "..")).rejects.toMatchObject({ code: "PATH_REFUSED" });
  expect((await readdir(dir)).toSorted()).toEqual(["full", "link", "target"]);
});
