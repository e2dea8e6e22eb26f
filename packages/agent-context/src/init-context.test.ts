import { readFile, readdir } from "node:fs/promises";
import { join } from "node:path";
import { createProject } from "@precept/testing";
import { describe, expect, it } from "vitest";
import { applyContextInit, planContextInit } from "./init-context.ts";

describe("setting up a directory", () => {
  it("creates the required files that are missing, and no file whose alias exists", async () => {
    const { dir } = await createProject({ "SOUL.md": "Mine." });
    const plan = await planContextInit(dir);
    expect(plan.files.map(({ path, exists }) => [path, exists])).toEqual([
      ["AGENTS.md", false],
      ["SOUL.md", true],
      ["OWNER.md", false],
    ]);
    expect(await readdir(dir)).toEqual(["SOUL.md"]);
    expect(await applyContextInit(plan)).toEqual({ created: ["AGENTS.md", "OWNER.md"], ignored: [] });
    expect(await readFile(join(dir, "SOUL.md"), "utf8")).toBe("Mine.");
    expect(await applyContextInit(plan)).toEqual({ created: [], ignored: [] });
  });

  it("creates BOOTSTRAP.md on request", async () => {
    const { dir } = await createProject({});
    const { created } = await applyContextInit(await planContextInit(dir, { bootstrap: true }));
    expect(created).toEqual(["AGENTS.md", "SPIRIT.md", "OWNER.md", "BOOTSTRAP.md"]);
  });

  it("adds the lines that .gitignore lacks, on request and once", async () => {
    const { dir } = await createProject({ ".gitignore": "dist\nmemory" });
    const plan = await planContextInit(dir);
    expect(plan.ignored).toEqual(["/MEMORY.md"]);
    expect(await applyContextInit(plan, { gitignore: true })).toMatchObject({ ignored: ["/MEMORY.md"] });
    expect(await applyContextInit(plan, { gitignore: true })).toMatchObject({ ignored: [] });
    expect(await readFile(join(dir, ".gitignore"), "utf8")).toBe("dist\nmemory\n/MEMORY.md\n");
    expect((await planContextInit(dir)).ignored).toEqual([]);
  });
});
