import { readFile, rm } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { createProject, type TestProject } from "../../test/precept-in.ts";

const files = {
  "CLAUDE.md": "# House\r\n\r\nBe kind.\r\n",
  ".cursor/rules/style.mdc": "---\nalwaysApply: true\n---\n\nUse const.\n",
};

/** More than five exported files. */
const tools = "claude,cursor,gemini,goose,warp,crush";

const read = (project: TestProject, path: string): Promise<string> => readFile(join(project.dir, path), "utf8");

/** A project whose files were imported and exported to each other's tools. */
async function moved(): Promise<TestProject> {
  const project = await createProject(files);
  await project.precept(["import"]);
  expect((await project.precept(["export", "--to", tools])).code).toBe(0);
  return project;
}

async function expectFiles(project: TestProject): Promise<void> {
  for (const [path, text] of Object.entries(files)) expect(await read(project, path)).toBe(text);
}

describe("an export after all rules were deleted", () => {
  it("deletes no file that was written by hand without --yes, and revert brings back what --yes deleted", async () => {
    const project = await moved();
    await rm(join(project.dir, ".precept/rules"), { recursive: true });
    const args = ["export", "--to", tools];
    const { code, err } = await project.precept(args);
    expect([code, err]).toEqual([2, expect.stringContaining("Files that Precept did not create would be deleted")]);
    expect(err).toContain("precept revert");
    await expectFiles(project);
    expect((await project.precept([...args, "--yes"])).code).toBe(0);
    await expect(read(project, "CLAUDE.md")).rejects.toThrow("ENOENT");
    expect((await project.precept(["revert", "--yes"])).code).toBe(0);
    await expectFiles(project);
    await expect(read(project, "GEMINI.md")).rejects.toThrow("ENOENT");
  });
});

describe("precept revert", () => {
  it("shows what it would do with --dry-run, as text and as data, and changes nothing", async () => {
    const project = await moved();
    const { out } = await project.precept(["revert", "--dry-run"]);
    expect(out).toContain("remove  GEMINI.md");
    const json = JSON.parse((await project.precept(["revert", "--dry-run", "--json"])).out) as {
      done: boolean;
      actions: object[];
    };
    expect(json.done).toBe(false);
    expect(json.actions).toContainEqual(expect.objectContaining({ kind: "remove", path: ".precept/rules/style.md" }));
    expect(await read(project, "GEMINI.md")).toContain("Be kind.");
  });

  it("asks at a terminal before it removes more than five files", async () => {
    const project = await moved();
    const refused = await project.precept(["revert"], { interactive: true, answer: false });
    expect(refused.code).not.toBe(0);
    expect(await read(project, "GEMINI.md")).toContain("Be kind.");
    expect((await project.precept(["revert"], { interactive: true, answer: true })).code).toBe(0);
    await expectFiles(project);
  });
});

describe("precept backup list", () => {
  it("says what replaced each text", async () => {
    const project = await moved();
    await project.precept(["revert", "--yes"]);
    const { out } = await project.precept(["backup", "list"]);
    expect(out).toMatch(/ \.precept\/rules\/style\.md +before a revert /);
    expect(out).not.toContain("an revert");
  });
});

describe("precept eject", () => {
  it("leaves the exported files, and stops exporting to them", async () => {
    const project = await moved();
    const { out, code } = await project.precept(["eject", "--to", "gemini", "--yes"]);
    expect([code, out]).toEqual([0, expect.stringContaining("ejected  GEMINI.md")]);
    expect(await read(project, "GEMINI.md")).toContain("Be kind.");
    const { out: after, code: blocked } = await project.precept(["export", "--to", "gemini", "--json"]);
    const { actions } = JSON.parse(after) as { actions: readonly { kind: string; path: string }[] };
    expect([blocked, actions]).toMatchObject([1, [{ kind: "blocked", path: "GEMINI.md" }]]);
  });
});
