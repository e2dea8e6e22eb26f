import { lstat, mkdir, readdir } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { BytePaths, openRoot } from "./index.ts";
import { createProject } from "@precept/testing";

/** `café` in Latin-1, which is not valid UTF-8. */
const notUtf8 = "caf\xe9";

async function createTree() {
  const outside = await createProject({ "d/file": "outside" });
  const project = await createProject({ "a/file": "inside" });
  await mkdir(Buffer.from(`${project.dir}/${notUtf8}`, "latin1"));
  await project.link("out", join(outside.dir, "d"));
  await project.link("in", "a");
  return { outside, project, paths: new BytePaths(openRoot(project.dir)) };
}

describe.skipIf(process.platform !== "linux")("byte paths", () => {
  it("access files whose names are not valid UTF-8", async () => {
    const { project, paths } = await createTree();
    expect((await paths.status(notUtf8))?.isDirectory()).toBe(true);
    await paths.makeDirectory(`${notUtf8}/${notUtf8}/b`);
    expect((await paths.list(notUtf8)).map(({ name }) => name)).toEqual([notUtf8]);
    await paths.removeEmptyDirectory(`${notUtf8}/${notUtf8}/b`);
    expect((await paths.list(`${notUtf8}/${notUtf8}`)).length).toBe(0);
    await paths.setMode("a/file", 0o600);
    expect((await lstat(join(project.dir, "a/file"))).mode & 0o777).toBe(0o600);
  });

  it("follow no links", async () => {
    const { outside, paths } = await createTree();
    for (const link of ["out", "in"]) {
      expect((await paths.status(link))?.isSymbolicLink()).toBe(true);
      expect(await paths.findNonDirectory(`${link}/file`)).toBe(link);
      expect(await paths.status(`${link}/file`)).toBeUndefined();
      await expect(paths.list(link)).rejects.toMatchObject({ code: "PATH_REFUSED" });
      await expect(paths.setMode(link, 0o777)).rejects.toMatchObject({ code: "PATH_REFUSED" });
      await expect(paths.setMode(`${link}/file`, 0o777)).rejects.toMatchObject({ code: "PATH_REFUSED" });
      await expect(paths.makeDirectory(`${link}/new`)).rejects.toMatchObject({ code: "PATH_REFUSED" });
      await expect(paths.makeDirectory(link)).rejects.toMatchObject({ code: "PATH_REFUSED" });
      await expect(paths.removeEmptyDirectory(`${link}/new`)).rejects.toMatchObject({ code: "PATH_REFUSED" });
    }
    expect(await readdir(join(outside.dir, "d"))).toEqual(["file"]);
  });

  it.each(["", "..", "../a", "a/../../b", "a//b", "/etc/passwd", "a/."])("%j is refused", async (path) => {
    const { paths } = await createTree();
    await expect(paths.status(path)).rejects.toMatchObject({ code: "PATH_REFUSED" });
    await expect(paths.makeDirectory(path)).rejects.toMatchObject({ code: "PATH_REFUSED" });
  });

  it("change nothing in a git directory", async () => {
    const { project, paths } = await createTree();
    await project.write("a/.git/config", "");
    await expect(paths.setMode("a/.git/config", 0o777)).rejects.toMatchObject({ code: "PATH_REFUSED" });
    await expect(paths.makeDirectory("a/.GIT/hooks")).rejects.toMatchObject({ code: "PATH_REFUSED" });
  });
});
