import { hash } from "node:crypto";
import { lstat, mkdtemp, readdir, readFile, rm, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, it, onTestFinished } from "vitest";
import { replaceFileText } from "./replace-file-text.ts";
import { openRoot } from "./root.ts";

async function createDir(): Promise<string> {
  const dir = await mkdtemp(join(tmpdir(), "precept-replace-"));
  onTestFinished(() => rm(dir, { recursive: true, force: true }));
  return dir;
}

it("replaces a file that has not changed, and leaves no other files behind", async () => {
  const dir = await createDir();
  const path = join(dir, "a.md");
  await writeFile(path, "old");
  expect(await replaceFileText(openRoot(dir), path, "new", hash("sha256", "old"))).toBe(true);
  expect(await readFile(path, "utf8")).toBe("new");
  expect(await readdir(dir)).toEqual(["a.md"]);
});

it("does not replace a file that has changed", async () => {
  const dir = await createDir();
  const path = join(dir, "a.md");
  await writeFile(path, "newer");
  expect(await replaceFileText(openRoot(dir), path, "new", hash("sha256", "old"))).toBe(false);
  expect(await readFile(path, "utf8")).toBe("newer");
});

it("writes to the target of a link", async () => {
  const dir = await createDir();
  const [path, link] = [join(dir, "a.md"), join(dir, "link.md")];
  await writeFile(path, "old");
  await symlink(path, link);
  expect(await replaceFileText(openRoot(dir), link, "new", hash("sha256", "old"))).toBe(true);
  expect(await readFile(path, "utf8")).toBe("new");
  expect((await lstat(link)).isSymbolicLink()).toBe(true);
});
