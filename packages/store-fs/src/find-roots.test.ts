import { describe, expect, it } from "vitest";
import { findRoots } from "./find-roots.ts";
import { cursor, mdc, precept } from "@precept/mdc-compat";
import { createProject, type Project } from "@precept/testing";
import { loadAll } from "../test/rules-of.ts";

const ruleLocations = [
  { dir: ".precept/rules", codec: precept, nested: true },
  { dir: ".dataagent/rules", codec: precept, nested: true },
  { dir: ".goagent/rules", codec: mdc, nested: true },
  { dir: ".cursor/rules", codec: cursor, nested: true },
];

async function rootsOf(project: Project): Promise<string[]> {
  return (await findRoots(project.dir, ruleLocations)).roots.map(({ dir }) => dir);
}

const always = "---\nalwaysApply: true\n---\n\nBody\n";

describe("the roots of a project", () => {
  it("are in the order of the locations, each with its codec", async () => {
    const project = await createProject();
    for (const dir of [".cursor/rules", ".goagent/rules", ".dataagent/rules", ".precept/rules"]) await project.makeDirectory(dir);
    expect((await findRoots(project.dir, ruleLocations)).roots).toEqual(
      ruleLocations.map(({ dir, codec }) => ({ dir, scope: "project", codec })),
    );
    expect(await rootsOf(project)).toEqual([".precept/rules", ".dataagent/rules", ".goagent/rules", ".cursor/rules"]);
  });

  it("of a monorepo follow those of the project, by depth and path, and govern their own directory", async () => {
    const project = await createProject();
    for (const base of ["packages/web/", "packages/api/", "apps/", "z/", "", "packages/api/src/"]) {
      await project.makeDirectory(`${base}.cursor/rules`);
    }
    await project.makeDirectory("packages/api/.precept/rules");
    const { roots } = await findRoots(project.dir, ruleLocations);
    expect(roots.map(({ dir, base }) => [dir, base])).toEqual([
      [".cursor/rules", undefined],
      ["apps/.cursor/rules", "apps"],
      ["z/.cursor/rules", "z"],
      ["packages/api/.precept/rules", "packages/api"],
      ["packages/api/.cursor/rules", "packages/api"],
      ["packages/web/.cursor/rules", "packages/web"],
      ["packages/api/src/.cursor/rules", "packages/api/src"],
    ]);
  });

  it("are not searched for in installed, generated and hidden directories", async () => {
    const project = await createProject();
    for (const dir of ["node_modules/x", "vendor/x", "dist", "target", "coverage", ".git", ".venv/x", "web/node_modules/x"]) {
      await project.makeDirectory(`${dir}/.cursor/rules`);
    }
    await project.makeDirectory("distribution/.cursor/rules");
    expect(await rootsOf(project)).toEqual(["distribution/.cursor/rules"]);
  });

  it("are not found again through links", async () => {
    const project = await createProject();
    await project.makeDirectory("web/.cursor/rules");
    await project.link("alias", "web");
    await project.link("web/loop", "..");
    expect(await rootsOf(project)).toEqual(["web/.cursor/rules"]);
  });

  it("can be links, but must be directories", async () => {
    const project = await createProject({ "web/.cursor/rules": "a file", "shared/a.mdc": always });
    await project.link(".cursor/rules", "../shared");
    await project.makeDirectory("api/.cursor");
    expect(await rootsOf(project)).toEqual([".cursor/rules"]);
  });

  it("are empty if there are none, or if the project does not exist", async () => {
    const project = await createProject({ "src/a.ts": "" });
    expect(await rootsOf(project)).toEqual([]);
    expect((await findRoots(`${project.dir}/missing`, ruleLocations)).roots).toEqual([]);
  });

  it("are searched for to a maximum depth, and deeper directories are reported", async () => {
    const project = await createProject();
    await project.makeDirectory(`${"d/".repeat(32)}.cursor/rules`);
    expect((await findRoots(project.dir, ruleLocations)).diagnostics).toEqual([]);
    await project.makeDirectory(`${"e/".repeat(33)}.cursor/rules`);
    const { roots, diagnostics, isSearched } = await findRoots(project.dir, ruleLocations);
    expect(roots.map(({ dir }) => dir)).toEqual([`${"d/".repeat(32)}.cursor/rules`]);
    expect(diagnostics).toMatchObject([
      { code: "roots/search-cut", severity: "warning", message: expect.stringContaining(`"${"e/".repeat(33).slice(0, -1)}"`) },
    ]);
    expect(diagnostics[0]?.message).toContain("32 levels below the project");
    expect([isSearched("e/e"), isSearched("e/".repeat(33).slice(0, -1))]).toEqual([true, false]);
  });

  it("are searched for in a maximum number of directories, and the first skipped one is reported", async () => {
    const project = await createProject();
    for (let number = 0; number < 150; number += 1)
      await project.makeDirectory(`p/${String(number).padStart(3, "0")}/.cursor/rules`);
    const { roots, diagnostics } = await findRoots(project.dir, ruleLocations, { maxDirectories: 102 });
    expect(roots).toHaveLength(100);
    expect(diagnostics).toMatchObject([
      { code: "roots/search-cut", message: expect.stringContaining("limit of 102 directories") },
    ]);
    expect((await findRoots(project.dir, ruleLocations, { maxDirectories: 152 })).diagnostics).toEqual([]);
  });

  it("are found beyond the limits in included directories, but not in installed or skipped ones", async () => {
    const project = await createProject();
    const dirs = ["a/b/c", "a/b/node_modules/d", "a/.hidden/d", "skipped/d"];
    for (const dir of dirs) await project.makeDirectory(`${dir}/.cursor/rules`);
    await project.makeDirectory("a/b/.cursor/rules");
    const options = { maxDepth: 1, include: [...dirs, "a/missing", "../outside"], skips: (dir: string) => dir === "skipped" };
    const { roots } = await findRoots(project.dir, ruleLocations, options);
    expect(roots.map(({ dir, base }) => [dir, base])).toEqual([
      ["a/b/.cursor/rules", "a/b"],
      ["a/b/c/.cursor/rules", "a/b/c"],
    ]);
  });

  it("can be loaded as they are found, and each rule has the directory that it governs", async () => {
    const project = await createProject({
      ".cursor/rules/a.mdc": always,
      "packages/web/.cursor/rules/b.mdc": always,
      "packages/web/.precept/rules/c.md": "---\nname: c\ndescription: D\n---\n\nBody\n",
    });
    const { rules, reported } = await loadAll({
      projectDir: project.dir,
      roots: (await findRoots(project.dir, ruleLocations)).roots,
    });
    expect(reported).toEqual([]);
    expect(rules.map(({ id, origin }) => [id, origin.dialect, origin.base, origin.rootOrder])).toEqual([
      ["project:.cursor/rules/a.mdc", "cursor", undefined, undefined],
      ["project:packages/web/.cursor/rules/b.mdc", "cursor", "packages/web", 2],
      ["project:packages/web/.precept/rules/c.md", "precept", "packages/web", 1],
    ]);
  });
});
