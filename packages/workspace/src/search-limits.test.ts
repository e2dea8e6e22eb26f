import { rm } from "node:fs/promises";
import { join } from "node:path";
import { bySize } from "@precept/testing";
import { describe, expect, it } from "vitest";
import { createProject, cursorRule, namesOf } from "../test/project.ts";
import type { Workspace } from "./workspace.ts";

const deep = "d/".repeat(39);

async function codesOf(workspace: Workspace): Promise<string[]> {
  return (await workspace.diagnostics()).map(({ code }) => code);
}

async function applied(workspace: Workspace, ...files: readonly string[]): Promise<readonly string[]> {
  return namesOf((await workspace.resolve({ files })).applied.map(({ rule }) => rule)).toSorted();
}

describe("a project with more directories than are searched for rules", () => {
  it("is reported, and rules above the files of a request apply anyway", async () => {
    const { dir, open, write } = await createProject({
      [`${deep}.cursor/rules/deep.mdc`]: cursorRule,
      "d/d/.cursor/rules/near.mdc": cursorRule.replace("Text", "Near text"),
      [`${deep}x.ts`]: "",
    });
    const workspace = await open();
    expect(await codesOf(workspace)).toEqual(["roots/search-cut"]);
    expect(namesOf(await workspace.list())).toEqual(["near"]);
    expect(await applied(workspace, "other.ts")).toEqual([]);
    expect(await applied(workspace, `${deep}x.ts`)).toEqual(["deep", "near"]);
    // From then on it is listed.
    expect(namesOf(await workspace.list()).toSorted()).toEqual(["deep", "near"]);
    expect((await workspace.list()).find(({ name }) => name === "deep")?.origin.base).toBe(deep.slice(0, -1));
    expect(await applied(workspace, join(dir, deep, "new/y.ts"))).toEqual(["deep", "near"]);
    await write(`${deep}new/.cursor/rules/newer.mdc`, cursorRule.replace("Text", "Newer text"));
    await workspace.reload();
    expect(await applied(workspace, `${deep}new/y.ts`)).toEqual(["deep", "near", "newer"]);
    await rm(join(dir, deep, ".cursor"), { recursive: true });
    await workspace.reload();
    expect(await applied(workspace, `${deep}new/y.ts`)).toEqual(["near", "newer"]);
  });

  it("is not reported if the limit is raised or the rest is ignored", async () => {
    const files = { "a/x.ts": "", "b/.cursor/rules/b.mdc": cursorRule };
    const config = (text: string) => createProject({ ...files, ".precept/config.yaml": `rules: { ${text} }\n` });
    const cut = await (await config("maxDirectories: 2")).open();
    expect(await codesOf(cut)).toEqual(["roots/search-cut"]);
    expect(await applied(cut, "b/x.ts")).toEqual(["b"]);
    expect(await codesOf(await (await config("maxDirectories: 3")).open())).toEqual([]);
    expect(await codesOf(await (await config("maxDirectories: 2, ignore: [a]")).open())).toEqual([]);
  });

  it("does not search hidden or vendored directories, even above the files of a request", async () => {
    const { open } = await createProject({
      "a/x.ts": "",
      "node_modules/m/.cursor/rules/m.mdc": cursorRule,
      ".hidden/.cursor/rules/h.mdc": cursorRule,
      ".precept/config.yaml": "rules: { maxDirectories: 1 }\n",
    });
    const workspace = await open();
    expect(await applied(workspace, "node_modules/m/x.js", ".hidden/x.ts", "../outside/x.ts")).toEqual([]);
  });

  it("notices rules above the files of an earlier request while it is watched", async () => {
    const { open, write } = await createProject({
      "a/x.ts": "",
      "b/c/x.ts": "",
      ".precept/config.yaml": "rules: { maxDirectories: 2 }\n",
    });
    const workspace = await open({ watch: true });
    expect(await applied(workspace, "b/c/x.ts")).toEqual([]);
    const changed = new Promise<void>((resolve) => void workspace.subscribe(({ rules }) => rules.length > 0 && resolve()));
    await write("b/c/.cursor/rules/c.mdc", cursorRule);
    await changed;
    expect(await applied(workspace, "b/c/x.ts")).toEqual(["c"]);
  });
});

// How long it takes depends on the machine, so only trials run it.
describe.runIf(process.platform === "linux" && bySize({ sample: false, full: true }))(
  "a trusted project whose configuration names the root of the file system",
  () => {
    it("reads rules and policies up to the limits, and reports them", async () => {
      const { dir, open } = await createProject({
        ".precept/config.yaml": "rules: { dirs: [/] }\npolicies: { dirs: [/] }\n",
        "x.ts": "",
      });
      const workspace = await open({ trustedDirs: [dir] });
      expect(await codesOf(workspace)).toContain("root/too-many");
      const policies = (await workspace.policies.diagnostics()).map(({ code }) => code);
      expect(policies.filter((code) => code === "policies/too-many" || code === "policies/unreadable")).not.toEqual([]);
    });

    it("also with an option, and while watching", async () => {
      const { open } = await createProject();
      const workspace = await open({ rulesDirs: ["/"], watch: true });
      expect(await codesOf(workspace)).toContain("root/too-many");
    });
  },
);

describe("a directory that belongs to no project", () => {
  const files = {
    "AGENTS.md": "Top text\n",
    "a/.cursor/rules/a.mdc": cursorRule,
    "a/b/x.ts": "",
    "b/.cursor/rules/b.mdc": cursorRule,
  };

  it("is searched only above the files of a request, and says so", async () => {
    const { open } = await createProject(files);
    const workspace = await open({ discover: true });
    expect(await codesOf(workspace)).toEqual(["roots/no-project"]);
    expect(namesOf(await workspace.list())).toEqual(["AGENTS"]);
    expect(await applied(workspace, "a/b/x.ts")).toEqual(["AGENTS", "a"]);
    expect(namesOf(await workspace.list())).not.toContain("b");
  });

  it("is searched completely if the caller names it, or if something marks it as a project", async () => {
    const { dir, open, write } = await createProject(files);
    expect(namesOf(await (await open()).list())).toHaveLength(3);
    expect(namesOf(await (await open({ discover: true, searchUnmarked: true })).list())).toHaveLength(3);
    await write(".git/HEAD", "");
    const workspace = await open({ discover: true });
    expect([workspace.root, namesOf(await workspace.list()).length]).toEqual([dir, 3]);
    expect(await codesOf(workspace)).toEqual([]);
  });
});
