import { execFile } from "node:child_process";
import { readFile, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { promisify } from "node:util";
import { describe, expect, it } from "vitest";
import { createProject, nativeRule } from "../../../test/precept-in.ts";

const run = promisify(execFile);

describe("export.gitignore", () => {
  const files = {
    ".precept/config.yaml": "export: { to: [kiro], gitignore: true }\n",
    ".precept/rules/a [b].md": nativeRule("a [b]"),
    ".precept/rules/c.md": nativeRule("c"),
  };

  it("keeps exported files out of git, and --no-gitignore in", async () => {
    const { precept, dir } = await createProject(files);
    await run("git", ["init", "--quiet"], { cwd: dir });
    const listNew = async (): Promise<readonly string[]> => {
      const { stdout } = await run("git", ["status", "--porcelain", "--untracked-files=all", "-z"], { cwd: dir });
      return stdout.split("\0").filter((line) => line.includes(".kiro"));
    };
    expect((await precept(["export"])).out).toContain("created  .gitignore");
    expect(await listNew()).toEqual([]);
    expect((await precept(["export", "--check"])).code).toBe(0);
    expect((await precept(["export", "--no-gitignore", "--yes"])).out).toContain("deleted  .gitignore");
    expect(await listNew()).toHaveLength(2);
  });

  it("is checked and written again after the list was removed or changed", async () => {
    const { precept, dir } = await createProject(files);
    const path = join(dir, ".gitignore");
    await precept(["export"]);
    expect((await precept(["export"])).out).toContain("unchanged");
    await rm(path);
    expect((await precept(["export", "--check"])).code).toBe(1);
    await precept(["export"]);
    await writeFile(path, (await readFile(path, "utf8")).replace("/.kiro/steering/c.md\n", ""));
    expect((await precept(["export"])).out).toContain("updated  .gitignore");
    expect((await precept(["revert", "--yes"])).code).toBe(0);
    await expect(readFile(path)).rejects.toThrow("ENOENT");
  });
});
