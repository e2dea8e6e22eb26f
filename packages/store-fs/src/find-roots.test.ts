import { describe, expect, it } from "vitest";
import { findRoots } from "./find-roots.ts";
import { cursor, mdc, precept } from "@precept/mdc-compat";
import { createProject, type Project } from "./testing/project.ts";
import { loadAll } from "./testing/rules-of.ts";

const ruleLocations = [
  { dir: ".precept/rules", codec: precept, nested: true },
  { dir: ".dataagent/rules", codec: precept, nested: true },
  { dir: ".goagent/rules", codec: mdc, nested: true },
  { dir: ".cursor/rules", codec: cursor, nested: true },
];

async function rootsOf(project: Project): Promise<string[]> {
  return (await findRoots(project.dir, ruleLocations)).map(({ dir }) => dir);
}

const always = "---\nalwaysApply: true\n---\n\nBody\n";

describe("the roots of a project", () => {
  it("come in the order of the locations, each with its codec", async () => {
    const project = await createProject();
    for (const dir of [".cursor/rules", ".goagent/rules", ".dataagent/rules", ".precept/rules"]) await project.makeDirectory(dir);
    expect(await findRoots(project.dir, ruleLocations)).toEqual(
      ruleLocations.map(({ dir, codec }) => ({ dir, scope: "project", codec })),
    );
    expect(await rootsOf(project)).toEqual([".precept/rules", ".dataagent/rules", ".goagent/rules", ".cursor/rules"]);
  });

  it("of a monorepo follow those of the project, by depth, then path; and govern their own directory", async () => {
    const project = await createProject();
    for (const base of ["packages/web/", "packages/api/", "apps/", "z/", "", "packages/api/src/"]) {
      await project.makeDirectory(`${base}.cursor/rules`);
    }
    await project.makeDirectory("packages/api/.precept/rules");
    const roots = await findRoots(project.dir, ruleLocations);
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

  it("are not looked for in what was fetched or built, nor in hidden directories", async () => {
    const project = await createProject();
    for (const dir of ["node_modules/x", "vendor/x", "dist", "target", "coverage", ".git", ".venv/x", "web/node_modules/x"]) {
      await project.makeDirectory(`${dir}/.cursor/rules`);
    }
    await project.makeDirectory("distribution/.cursor/rules");
    expect(await rootsOf(project)).toEqual(["distribution/.cursor/rules"]);
  });

  it("are not found a second time through links", async () => {
    const project = await createProject();
    await project.makeDirectory("web/.cursor/rules");
    await project.link("alias", "web");
    await project.link("web/loop", "..");
    expect(await rootsOf(project)).toEqual(["web/.cursor/rules"]);
  });

  it("may be links themselves, but have to be directories", async () => {
    const project = await createProject({ "web/.cursor/rules": "a file", "shared/a.mdc": always });
    await project.link(".cursor/rules", "../shared");
    await project.makeDirectory("api/.cursor");
    expect(await rootsOf(project)).toEqual([".cursor/rules"]);
  });

  it("are none where there are none, or no directory at all", async () => {
    const project = await createProject({ "src/a.ts": "" });
    expect(await rootsOf(project)).toEqual([]);
    expect(await findRoots(`${project.dir}/missing`, ruleLocations)).toEqual([]);
  });

  it("are looked for twelve directories deep, and no deeper", async () => {
    const project = await createProject();
    await project.makeDirectory(`${"d/".repeat(12)}.cursor/rules`);
    await project.makeDirectory(`${"e/".repeat(13)}.cursor/rules`);
    expect(await rootsOf(project)).toEqual([`${"d/".repeat(12)}.cursor/rules`]);
  });

  it("can be loaded as they are found, and each rule knows what it governs", async () => {
    const project = await createProject({
      ".cursor/rules/a.mdc": always,
      "packages/web/.cursor/rules/b.mdc": always,
      "packages/web/.precept/rules/c.md": "---\nname: c\ndescription: D\n---\n\nBody\n",
    });
    const { rules, reported } = await loadAll({
      projectDir: project.dir,
      roots: await findRoots(project.dir, ruleLocations),
    });
    expect(reported).toEqual([]);
    expect(rules.map(({ id, origin }) => [id, origin.dialect, origin.base, origin.rootOrder])).toEqual([
      ["project:.cursor/rules/a.mdc", "cursor", undefined, undefined],
      ["project:packages/web/.cursor/rules/b.mdc", "cursor", "packages/web", 2],
      ["project:packages/web/.precept/rules/c.md", "precept", "packages/web", 1],
    ]);
  });
});
