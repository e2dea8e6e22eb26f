import { describe, expect, it } from "vitest";
import { createProject, describeDiagnostic, namesOf, nativeRule } from "../test/project.ts";

describe("a workspace with lazy rules", () => {
  it.each([
    [true, ["a", "b"]],
    [false, ["a"]],
  ])("reads them on first use: %s", async (lazyRules, names) => {
    const { open, write } = await createProject({ ".precept/rules/a.md": nativeRule("a") });
    const workspace = await open({ lazyRules });
    await write(".precept/rules/b.md", nativeRule("b"));
    expect(namesOf(await workspace.list())).toEqual(names);
  });

  it("reports the diagnostics of rule files", async () => {
    const { open } = await createProject({ ".precept/rules/bad.md": "no front matter" });
    const workspace = await open({ lazyRules: true });
    expect((await workspace.diagnostics()).map(describeDiagnostic)).toEqual(["front-matter/missing .precept/rules/bad.md:1:1"]);
  });

  it("has the rules of all stores after a reload", async () => {
    const { open, write } = await createProject({ ".precept/rules/a.md": nativeRule("a"), "~/rules/c.md": nativeRule("c") });
    const workspace = await open({ lazyRules: true });
    await write(".precept/rules/b.md", nativeRule("b"));
    await workspace.reload();
    expect(namesOf(await workspace.list())).toEqual(["a", "b", "c"]);
  });

  it("can be closed without reading them", async () => {
    const { open } = await createProject({ ".precept/rules/a.md": nativeRule("a") });
    const workspace = await open({ lazyRules: true });
    await workspace[Symbol.asyncDispose]();
    await expect(workspace.list()).rejects.toMatchObject({ code: "RULEBOOK_CLOSED" });
  });
});
