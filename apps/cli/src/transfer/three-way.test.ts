import { readFile, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { createProject, type TestProject } from "../../test/precept-in.ts";

const read = (project: TestProject, path: string): Promise<string> => readFile(join(project.dir, path), "utf8");
const remove = (project: TestProject, path: string): Promise<void> => rm(join(project.dir, path), { recursive: true });

/** A project whose only rule was exported to Cursor and Claude Code. */
async function exported(): Promise<TestProject> {
  const project = await createProject({
    ".precept/rules/style.md": "---\nname: style\ndescription: Style\n---\n\nFirst line.\nSecond line.\n",
  });
  await project.precept(["export", "--to", "cursor,claude"]);
  return project;
}

const cursorFile = ".cursor/rules/style.mdc";
const claudeFile = ".claude/rules/style.md";
const nativeFile = ".precept/rules/style.md";

async function edit(project: TestProject, path: string, from: string, to: string): Promise<void> {
  const text = await read(project, path);
  expect(text).toContain(from);
  await writeFile(join(project.dir, path), text.replace(from, to));
}

describe("edits of exported files", () => {
  it("in two files of one rule that differ are a conflict that shows both, and nothing is written", async () => {
    const project = await exported();
    await edit(project, cursorFile, "First line.", "First line, by Ann.");
    await edit(project, claudeFile, "First line.", "First line, by Bob.");
    const before = await read(project, nativeFile);
    const { code, out } = await project.precept(["import"]);
    expect(code).toBe(1);
    expect(out).toContain("by Ann.");
    expect(out).toContain("by Bob.");
    expect(await read(project, nativeFile)).toBe(before);
    expect((await project.precept(["export", "--to", "cursor,claude"])).code).toBe(1);
    expect(await read(project, cursorFile)).toContain("by Ann.");
    expect(await read(project, claudeFile)).toContain("by Bob.");
    const json = JSON.parse((await project.precept(["import", "--json"])).out) as { conflicts: unknown[] };
    expect(json.conflicts).toMatchObject([
      { rule: `project:${nativeFile}`, field: "content", versions: [{ path: claudeFile }, { path: cursorFile }] },
    ]);
  });

  it("are resolved by the file that the user takes, and the other text is in the backup", async () => {
    const project = await exported();
    await edit(project, cursorFile, "First line.", "First line, by Ann.");
    await edit(project, claudeFile, "First line.", "First line, by Bob.");
    expect((await project.precept(["import", "--take", claudeFile])).code).toBe(0);
    expect(await read(project, nativeFile)).toContain("by Bob.");
    expect((await project.precept(["export", "--to", "cursor,claude"])).code).toBe(0);
    expect(await read(project, cursorFile)).toContain("by Bob.");
    const { texts } = JSON.parse((await project.precept(["backup", "list", "--json"])).out) as {
      texts: { path: string; sha256: string }[];
    };
    const saved = texts.find(({ path }) => path === cursorFile);
    expect((await project.precept(["backup", "show", saved?.sha256 ?? ""])).out).toContain("by Ann.");
    expect((await project.precept(["export", "--to", "cursor,claude", "--check"])).code).toBe(0);
  });

  it("that are the same in two files are one edit", async () => {
    const project = await exported();
    await edit(project, cursorFile, "First line.", "First line, by both.");
    await edit(project, claudeFile, "First line.", "First line, by both.");
    expect((await project.precept(["import"])).code).toBe(0);
    expect(await read(project, nativeFile)).toContain("by both.");
    expect((await project.precept(["export", "--to", "cursor,claude", "--check"])).code).toBe(0);
  });

  it("of different fields are both taken, also if the rule was edited", async () => {
    const project = await exported();
    await edit(project, cursorFile, "First line.", "First line, by Ann.");
    await edit(project, nativeFile, "description: Style", "description: House style");
    expect((await project.precept(["export", "--to", "cursor,claude", "--pull"])).code).toBe(0);
    expect(await read(project, nativeFile)).toMatch(/House style[^]*by Ann\./);
    expect(await read(project, cursorFile)).toMatch(/House style[^]*by Ann\./);
    expect(await read(project, claudeFile)).toContain("by Ann.");
  });

  it("in a file and in its rule that differ are a conflict, also in a clone without the backup", async () => {
    const project = await exported();
    await remove(project, ".precept/backup");
    await edit(project, cursorFile, "First line.", "First line, by Ann.");
    await edit(project, nativeFile, "Second line.", "Second line, by Bob.");
    const { code, out } = await project.precept(["import"]);
    expect(code).toBe(1);
    expect(out).toContain("by Ann.");
    expect(out).toContain("by Bob.");
    expect((await project.precept(["export", "--to", "cursor,claude", "--force", cursorFile])).code).toBe(0);
    expect(await read(project, cursorFile)).toContain("by Bob.");
    expect((await project.precept(["backup", "list"])).out).toContain(cursorFile);
  });

  it("are taken before an export with --pull", async () => {
    const project = await exported();
    await edit(project, claudeFile, "Second line.", "Second line, by Ann.");
    const { code, out } = await project.precept(["export", "--to", "cursor,claude", "--pull"]);
    expect([code, out]).toEqual([0, expect.stringContaining(claudeFile)]);
    expect(await read(project, cursorFile)).toContain("by Ann.");
    expect((await project.precept(["export", "--to", "cursor,claude", "--check"])).code).toBe(0);
  });

  it("of a file whose rule was deleted are shown, and either the file or the deletion wins", async () => {
    const project = await exported();
    await edit(project, claudeFile, "Second line.", "Second line, by Ann.");
    await remove(project, nativeFile);
    expect((await project.precept(["import"])).out).toContain("by Ann.");
    expect((await project.precept(["import", "--take", claudeFile])).code).toBe(0);
    expect(await read(project, nativeFile)).toContain("by Ann.");
  });

  it("refuses to take or overwrite another file, and names the edited ones", async () => {
    const project = await exported();
    await edit(project, claudeFile, "Second line.", "Second line, by Ann.");
    expect((await project.precept(["import", "--take", cursorFile])).err).toContain(claudeFile);
    expect((await project.precept(["export", "--to", "cursor", "--force", "README.md"])).code).toBe(2);
  });
});
