import { mkdir } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, it, vi } from "vitest";
import { createProject, nativeRule, type TestProject } from "../../test/precept-in.ts";
import { listProjectFiles } from "@precept/workspace/project-files";

// Lowers the default limit, because creating too many files takes minutes.
vi.mock(import("@precept/workspace/project-files"), async (importOriginal) => {
  const original = await importOriginal();
  return { ...original, listProjectFiles: (root, onProgress, limit) => original.listProjectFiles(root, onProgress, limit ?? 2) };
});

/** Creates a project outside of git repositories, with a rule that never applies. */
async function createFull(): Promise<TestProject> {
  const files = { a: "", b: "", c: "", ".precept/rules/money.md": nativeRule("money", { globs: "nowhere/**" }) };
  return createProject(files);
}

const warning = "warning  More than 200,000 files or directories: globs were not compared with them.  check/files-not-listed";

describe("a project with too many files to list", () => {
  it("causes a warning in lint", async () => {
    const { precept } = await createFull();
    const { out, code } = await precept(["lint"]);
    expect([out.split("\n")[0], code]).toEqual([warning, 1]);
    expect(out).toContain("git init");
    expect(JSON.parse((await precept(["lint", "--json"])).out)).toMatchObject({
      diagnostics: [{ code: "check/files-not-listed", severity: "warning", file: null }],
    });
    expect((await precept(["lint", "--disable", "check/files-not-listed"])).code).toBe(0);
  });

  it("causes a warning in conflicts", async () => {
    const { precept } = await createFull();
    const { out, code } = await precept(["conflicts"]);
    expect(out.split("\n")[0]).toBe(warning);
    expect(out).toMatch(/no conflicts\n$/);
    expect(code).toBe(0);
    expect(JSON.parse((await precept(["conflicts", "--json"])).out)).toMatchObject({
      conflicts: [],
      diagnostics: [{ code: "check/files-not-listed" }],
    });
  });

  it("includes one with too many directories, but not one with deep directories", async () => {
    const { dir } = await createProject({ [`${"deep/".repeat(100)}file.txt`]: "" });
    expect(await listProjectFiles(dir, undefined, 100)).toHaveLength(1);
    await mkdir(join(dir, "another"));
    expect(await listProjectFiles(dir, undefined, 100)).toBeUndefined();
  });
});
