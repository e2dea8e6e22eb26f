import { lstat, readdir, readFile, stat } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { linkFile, moveFile, openRoot, putFileSync, removeTree, setMode } from "./index.ts";
import { createProject } from "@precept/testing";

const refused = { code: "PATH_REFUSED" };

/** Creates a root with a link to a directory outside of it and a link to a directory inside. */
async function createTree() {
  const outside = await createProject({ "d/file": "outside" });
  const project = await createProject({ "a/file": "inside", "b/other": "other" });
  await project.link("out", join(outside.dir, "d"));
  await project.link("in", "a");
  return { outside, dir: project.dir, root: openRoot(project.dir) };
}

describe("putFileSync", () => {
  it("creates and replaces files", async () => {
    const { dir, root } = await createTree();
    putFileSync(root, "a/new", "one", { isPrivate: true, modified: 1_000_000_000_000 });
    putFileSync(root, "a/file", Buffer.from("two"));
    const status = await stat(join(dir, "a/new"));
    expect(status.mtimeMs).toBe(1_000_000_000_000);
    expect(status.mode & 0o777).toBe(process.platform === "win32" ? 0o666 : 0o600);
    expect(await readFile(join(dir, "a/file"), "utf8")).toBe("two");
    expect((await readdir(join(dir, "a"))).toSorted()).toEqual(["file", "new"]);
  });

  it("follows no links with `links: none`", async () => {
    const { outside, root } = await createTree();
    for (const path of ["in/file", "out/file", "in"]) {
      expect(() => putFileSync(root, path, "", { links: "none" })).toThrow(expect.objectContaining(refused));
    }
    expect(await readFile(join(outside.dir, "d/file"), "utf8")).toBe("outside");
  });
});

describe("moving, linking and removing", () => {
  it("work between directories", async () => {
    const { dir, root } = await createTree();
    await moveFile(root, "a/file", "b/moved");
    await linkFile(root, "b/moved", "a/linked");
    await expect(linkFile(root, "b/moved", "b/other")).rejects.toMatchObject({ code: "EEXIST" });
    expect(await readFile(join(dir, "a/linked"), "utf8")).toBe("inside");
    await removeTree(root, "b");
    await removeTree(root, "b");
    await removeTree(root, "b/c/d");
    expect((await readdir(dir)).toSorted()).toEqual(["a", "in", "out"]);
  });

  it("follow no links; links are removed themselves", async () => {
    const { outside, dir, root } = await createTree();
    for (const link of ["in", "out"]) {
      await expect(moveFile(root, `${link}/file`, "b/file")).rejects.toMatchObject(refused);
      await expect(moveFile(root, "b/other", `${link}/file`)).rejects.toMatchObject(refused);
      await expect(linkFile(root, "b/other", `${link}/new`)).rejects.toMatchObject(refused);
      await expect(removeTree(root, `${link}/file`)).rejects.toMatchObject(refused);
      await expect(setMode(root, link, 0o777)).rejects.toMatchObject(refused);
      await removeTree(root, link);
      expect(await lstat(join(dir, link)).catch(() => undefined)).toBeUndefined();
    }
    expect(await readFile(join(outside.dir, "d/file"), "utf8")).toBe("outside");
    await expect(removeTree(root, "")).rejects.toMatchObject(refused);
  });
});
