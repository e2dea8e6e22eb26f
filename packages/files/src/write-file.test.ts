import { chmod, chown, lstat, readdir, readFile, stat, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, it, onTestFinished } from "vitest";
import {
  linkFile,
  moveFile,
  openRoot,
  putFile,
  putFileSync,
  removeTree,
  replaceFile,
  replaceFileSync,
  setMode,
  type Root,
} from "./index.ts";
import { createProject, nobody, startScript } from "@precept/testing";

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

describe.skipIf(process.geteuid === undefined)("a file that is replaced", () => {
  const writers = {
    replaceFile: (root: Root, path: string) => replaceFile(root, path, "new"),
    putFile: (root: Root, path: string) => putFile(root, path, "new"),
    replaceFileSync: async (root: Root, path: string) => replaceFileSync(root, path, "new"),
    putFileSync: async (root: Root, path: string) => putFileSync(root, path, "new"),
  };
  const cases = Object.keys(writers).flatMap((name) => [0o000, 0o002, 0o022, 0o077].map((umask) => [name, umask] as const));

  it.each(cases)("keeps its mode: %s with the umask %o", async (name, umask) => {
    const { dir } = await createProject({});
    const root = openRoot(dir);
    const before = process.umask(umask);
    onTestFinished(() => void process.umask(before));
    for (const mode of [0o664, 0o644, 0o600, 0o755, 0o444, 0o1666]) {
      const path = mode.toString(8);
      await writeFile(join(dir, path), "old");
      await chmod(join(dir, path), mode);
      await writers[name as keyof typeof writers](root, path);
      expect(await readFile(join(dir, path), "utf8")).toBe("new");
      expect((await stat(join(dir, path))).mode.toString(8)).toBe((0o100000 | mode).toString(8));
    }
  });

  it.runIf(process.geteuid?.() === 0).each(Object.entries(writers))(
    "keeps its owner and group if root replaces it: %s",
    async (_, write) => {
      const { dir } = await createProject({ file: "old" });
      await chown(join(dir, "file"), nobody, 12_345);
      await chmod(join(dir, "file"), 0o4750);
      await write(openRoot(dir), "file");
      expect(await stat(join(dir, "file"))).toMatchObject({ uid: nobody, gid: 12_345, mode: 0o104750 });
    },
  );

  it.runIf(process.geteuid?.() === 0)("gives a group that it did not have only what all users may", async () => {
    const { dir } = await createProject({ file: "old" });
    await chmod(dir, 0o777);
    await chown(join(dir, "file"), nobody, 12_345);
    await chmod(join(dir, "file"), 0o2764);
    const script = `
      import { openRoot, replaceFile } from "@precept/files";
      await replaceFile(openRoot(process.argv[2]), "file", "new");`;
    const child = startScript(script, { cwd: import.meta.dirname, args: [dir], asNobody: true });
    expect(await new Promise((resolve) => child.once("close", resolve))).toBe(0);
    expect(await stat(join(dir, "file"))).toMatchObject({ uid: nobody, gid: nobody, mode: 0o100744 });
  });
});
