import { mkdir } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { findProject } from "./find-project.ts";
import { createProject } from "../test/project.ts";

describe("the project of a directory", () => {
  it("is the nearest parent with the most reliable mark: a configuration before .git, .git before rule directories", async () => {
    const { dir, home, write } = await createProject({
      ".git/HEAD": "",
      "apps/web/.cursor/rules/a.mdc": "",
      "apps/web/src/a.ts": "",
    });
    expect(findProject(join(dir, "apps/web/src"), home)).toBe(dir);
    await write("apps/.precept/config.yaml", "");
    expect(findProject(join(dir, "apps/web/src"), home)).toBe(join(dir, "apps"));
    expect(findProject(dir, home)).toBe(dir);
  });

  it("is the nearest parent with rules if there is no better mark, and the directory itself without any mark", async () => {
    const { dir, home } = await createProject({
      ".cursor/rules/a.mdc": "",
      "web/.precept/rules/a.md": "",
      "web/src/a.ts": "",
      "api/a.ts": "",
    });
    expect(findProject(join(dir, "web/src"), home)).toBe(join(dir, "web"));
    expect(findProject(join(dir, "api"), home)).toBe(dir);
    const bare = await createProject();
    expect(findProject(bare.dir, bare.home)).toBe(bare.dir);
  });

  it("is not marked by the user's Precept directory or a configuration in it", async () => {
    const { dir } = await createProject({ ".precept/rules/a.md": "", ".precept/config.yaml": "", "code/a.ts": "" });
    const home = join(dir, ".precept");
    expect(findProject(join(dir, "code"), home)).toBe(join(dir, "code"));
    await mkdir(join(dir, ".git"));
    expect(findProject(join(dir, "code"), home)).toBe(dir);
  });
});
