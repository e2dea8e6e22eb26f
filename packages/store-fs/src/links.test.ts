import { chmod } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { loadAsNobody } from "../test/load-as-nobody.ts";
import { cursor } from "@precept/mdc-compat";
import { createProject, whyNotAsNobody, type Project } from "@precept/testing";
import { loadAll, openStore, listAll, type Loaded } from "../test/rules-of.ts";

const always = "---\nalwaysApply: true\n---\n\nBody\n";

async function load(project: Project): Promise<Loaded> {
  return loadAll({ projectDir: project.dir, roots: [{ dir: "r", codec: cursor }] });
}

describe("a link inside a root", () => {
  it("to a file is read under its own name", async () => {
    const project = await createProject({ "r/a.mdc": always, "r/text": always });
    await project.link("r/b.mdc", "a.mdc");
    await project.link("r/c.mdc", "text");
    expect(await load(project)).toMatchObject({
      ids: ["project:r/a.mdc", "project:r/b.mdc", "project:r/c.mdc"],
      reported: [],
    });
  });

  it("to a sibling directory is followed, however many there are", async () => {
    const project = await createProject({ "r/shared/a.mdc": always });
    await project.link("r/one/shared", "../shared");
    await project.link("r/two/shared", "../shared");
    expect(await load(project)).toMatchObject({
      ids: ["project:r/one/shared/a.mdc", "project:r/shared/a.mdc", "project:r/two/shared/a.mdc"],
      reported: [],
    });
  });

  it("to a parent directory is a loop and is reported once", async () => {
    const project = await createProject({ "r/a.mdc": always, "r/api/deep/b.mdc": always });
    await project.link("r/loop", ".");
    await project.link("r/api/deep/up", "..");
    await project.link("r/api/deep/top.mdc", "../..");
    expect(await load(project)).toMatchObject({
      ids: ["project:r/a.mdc", "project:r/api/deep/b.mdc"],
      reported: ["file/link-loop r/api/deep/top.mdc", "file/link-loop r/api/deep/up", "file/link-loop r/loop"],
    });
  });

  it("to a directory that links back is a loop at the second link", async () => {
    const project = await createProject({ "r/a/x.mdc": always, "r/b/y.mdc": always });
    await project.link("r/a/b", "../b");
    await project.link("r/b/a", "../a");
    expect(await load(project)).toMatchObject({
      ids: ["project:r/a/b/y.mdc", "project:r/a/x.mdc", "project:r/b/a/x.mdc", "project:r/b/y.mdc"],
      reported: ["file/link-loop r/a/b/a", "file/link-loop r/b/a/b"],
    });
  });

  it("to a parent directory is also a loop if the root itself is a link", async () => {
    const project = await createProject({ "real/api/a.mdc": always });
    await project.link("r", "real");
    await project.link("real/api/up", "../api");
    expect(await load(project)).toMatchObject({ ids: ["project:r/api/a.mdc"], reported: ["file/link-loop r/api/up"] });
  });

  it("to itself is a loop", async () => {
    const project = await createProject({ "r/a.mdc": always });
    await project.link("r/self.mdc", "self.mdc");
    expect(await load(project)).toMatchObject({ ids: ["project:r/a.mdc"], reported: ["file/link-loop r/self.mdc"] });
  });

  it("to a missing target is broken", async () => {
    const project = await createProject({ "r/a.mdc": always });
    await project.link("r/broken.mdc", "gone.mdc");
    await project.link("r/below", "a.mdc/below");
    expect(await load(project)).toMatchObject({
      ids: ["project:r/a.mdc"],
      reported: ["file/link-broken r/below", "file/link-broken r/broken.mdc"],
    });
  });
});

describe("a link out of its root", () => {
  it("to a file or directory is not followed", async () => {
    const secret = await createProject({ "secret.mdc": always, "secrets/a.mdc": always });
    const project = await createProject({ "r/a.mdc": always, "beside.mdc": always, "r-too/b.mdc": always });
    await project.link("r/absolute.mdc", join(secret.dir, "secret.mdc"));
    await project.link("r/beside.mdc", "../beside.mdc");
    await project.link("r/directory", join(secret.dir, "secrets"));
    await project.link("r/prefix", "../r-too");
    await project.link("r/parent", "..");
    await project.link("r/chain.mdc", "absolute.mdc");
    const { ids, reported } = await load(project);
    expect(ids).toEqual(["project:r/a.mdc"]);
    expect(reported).toEqual(
      ["absolute.mdc", "beside.mdc", "chain.mdc", "directory", "parent", "prefix"].map((name) => `file/link-escapes r/${name}`),
    );
  });

  it("is reported with its target", async () => {
    const secret = await createProject({ "secret.mdc": always });
    const project = await createProject({ "r/a.mdc": always });
    await project.link("r/escape.mdc", join(secret.dir, "secret.mdc"));
    const store = openStore({ projectDir: project.dir, roots: [{ dir: "r", codec: cursor }] });
    await listAll(store);
    expect(store.diagnostics()).toEqual([
      {
        code: "file/link-escapes",
        severity: "warning",
        message: `The link leads out of its rule directory, to "${secret.dir}/secret.mdc", and is not followed.`,
        hint: "Copy the file into the rule directory, or make its directory a rule directory.",
        file: "r/escape.mdc",
        incomplete: true,
      },
    ]);
  });
});

const whyNot = whyNotAsNobody();

describe.skipIf(whyNot !== undefined)(
  `a path that the user may not read${whyNot === undefined ? "" : ` (skipped: ${whyNot})`}`,
  () => {
    it("is reported, whether it is a file or a directory, and everything else is read", async () => {
      const project = await createProject({ "r/a.mdc": always, "r/private.mdc": always, "r/closed/b.mdc": always });
      await chmod(join(project.dir, "r/private.mdc"), 0);
      await chmod(join(project.dir, "r/closed"), 0);
      expect(loadAsNobody(project.dir, "r")).toEqual({
        ids: ["project:r/a.mdc"],
        reported: [
          'root/unreadable r/closed: The directory "r/closed" cannot be read: EACCES: permission denied.',
          "file/unreadable r/private.mdc: The file cannot be read: EACCES: permission denied.",
        ],
      });
      await chmod(join(project.dir, "r/closed"), 0o755);
    });

    it("can be the whole root", async () => {
      const project = await createProject({ "r/a.mdc": always });
      await chmod(join(project.dir, "r"), 0);
      expect(loadAsNobody(project.dir, "r")).toEqual({
        ids: [],
        reported: ['root/unreadable r: The directory "r" cannot be read: EACCES: permission denied.'],
      });
      await chmod(join(project.dir, "r"), 0o755);
    });
  },
);
