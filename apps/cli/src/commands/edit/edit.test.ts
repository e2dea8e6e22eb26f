import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { useTemporaryDirectory } from "@precept/testing";
import { describe, expect, it } from "vitest";
import { createProject, nativeRule, type TestProject } from "../../../test/precept-in.ts";

const react = "---\ndescription: React\nglobs: src/*.tsx\nalwaysApply: false\n---\n\nUse hooks.\n";
const path = ".cursor/rules/react.mdc";
const overlay = ".precept/local/rules/react.md";

const open = () => createProject({ ".git/HEAD": "", [path]: react });
// Drafts of texts stay in the temporary directory.
useTemporaryDirectory();

const text = (project: TestProject, file: string) => readFile(join(project.dir, file), "utf8");

/** A command that acts as an editor: it replaces a text in the file. */
async function editorThatReplaces(project: TestProject, from: string, to: string): Promise<string> {
  const script = join(project.dir, "editor.cjs");
  await writeFile(
    script,
    `const fs = require("fs"); const file = process.argv.at(-1);
fs.writeFileSync(file, fs.readFileSync(file, "utf8").replace(${JSON.stringify(from)}, ${JSON.stringify(to)}));`,
  );
  return `${process.execPath} ${script}`;
}

describe("precept edit, on a file of another tool", () => {
  it("refuses what the file cannot store, saves nothing, and says what would work", async () => {
    const project = await open();
    const args = ["edit", "react", "--priority", "5", "--override", "--description", "Components"];
    const { code, out, err } = await project.precept(args);
    expect([code, out]).toEqual([2, ""]);
    expect(err).toContain("was not saved: .cursor/rules/react.mdc is a Cursor file, which cannot store priority and override");
    expect(err).toContain("--overlay");
    expect(err).toContain("precept import");
    expect(err).toContain("the rest of the change: description.");
    expect(await text(project, path)).toBe(react);
  });

  it("refuses to empty a description, and saves one that is emptied on purpose", async () => {
    const project = await open();
    expect((await project.precept(["edit", "react", "--inclusion", "manual"])).code).toBe(2);
    expect(await text(project, path)).toBe(react);
    expect((await project.precept(["edit", "react", "--inclusion", "manual", "--description", ""])).code).toBe(0);
    expect(await text(project, path)).toContain("description:\n");
  });

  it("saves what the file can store, and says whether the file changed", async () => {
    const project = await open();
    const changed = await project.precept(["edit", "react", "--content", "Use hooks only.\n", "--json"]);
    expect(JSON.parse(changed.out)).toMatchObject({ changed: true, rule: { content: "Use hooks only.\n" } });
    expect(await text(project, path)).toBe(react.replace("hooks", "hooks only"));
    const same = await project.precept(["edit", "react", "--content", "Use hooks only.\n", "--json"]);
    expect(JSON.parse(same.out)).toMatchObject({ changed: false });
    expect((await project.precept(["edit", "react", "--content", "Use hooks only.\n"])).out).toBe(`unchanged react  ${path}\n`);
  });

  it("says where the text is if the file keeps another format than the one that was written", async () => {
    const project = await open();
    const env = { EDITOR: await editorThatReplaces(project, "description: React", 'description: "React"') };
    const { code, out, err } = await project.precept(["edit", "react"], { env, interactive: true });
    expect(code).toBe(0);
    expect(out).toContain("unchanged");
    expect(err).toContain("its file keeps its own format. Your text is in ");
  });

  it("refuses to disable a rule of a tool that cannot disable rules", async () => {
    const project = await open();
    const { code, err } = await project.precept(["disable", "react"]);
    expect(code).toBe(2);
    expect(err).toContain("cannot store enabled");
    expect(await text(project, path)).toBe(react);
  });
});

describe("precept edit --overlay", () => {
  it("stores the change in a native rule that replaces the rule for this user, outside of git", async () => {
    const project = await open();
    const { out } = await project.precept(["edit", "react", "--priority", "90", "--overlay"]);
    expect(out).toBe(`saved react  ${overlay}, which replaces ${path} for you only\n`);
    expect(await text(project, path)).toBe(react);
    expect(await text(project, overlay)).toContain("\npriority: 90\n");
    expect(await text(project, ".precept/local/.gitignore")).toContain("\n*\n");
    expect((await project.precept(["doctor"])).out).toContain(".precept/local, ignored by git");
    expect((await project.precept(["explain", "src/a.tsx"])).out).toContain(
      `replaced by the personal overlay's project:${overlay}`,
    );
    const resolved = await project.precept(["resolve", "src/a.tsx", "--json"]);
    expect(JSON.parse(resolved.out)).toMatchObject({
      applied: [{ source_path: overlay, priority: 90 }],
      prompt: expect.stringContaining("Use hooks.") as string,
    });
  });

  it("changes the overlay that exists", async () => {
    const project = await open();
    await project.precept(["edit", path, "--priority", "90", "--overlay"]);
    const { out } = await project.precept(["edit", path, "--priority", "80", "--overlay", "--json"]);
    expect(JSON.parse(out)).toMatchObject({ changed: true, rule: { priority: 80, source_path: overlay } });
    const again = await project.precept(["edit", path, "--priority", "80", "--overlay", "--json"]);
    expect(JSON.parse(again.out)).toMatchObject({ changed: false });
  });

  it("removes a rule for this user when it is disabled", async () => {
    const project = await open();
    expect((await project.precept(["disable", "react", "--overlay"])).out).toBe(`disabled react  ${overlay}\n`);
    expect(await text(project, path)).toBe(react);
    expect(JSON.parse((await project.precept(["resolve", "src/a.tsx", "--json"])).out)).toMatchObject({ applied: [] });
  });

  it("replaces a native rule by its name", async () => {
    const project = await createProject({ ".git/HEAD": "", ".precept/rules/money.md": nativeRule("money") });
    await project.precept(["edit", "money", "--priority", "3", "--overlay"]);
    expect(await text(project, ".precept/local/rules/money.md")).not.toContain("replaces");
    const resolved = await project.precept(["resolve", "--json"]);
    expect(JSON.parse(resolved.out)).toMatchObject({ applied: [{ name: "money", priority: 3 }] });
  });

  it("does not replace other rules of the same file name", async () => {
    const project = await createProject({
      ".git/HEAD": "",
      ".cursor/rules/api/tests.mdc": "---\nalwaysApply: true\n---\nAPI.\n",
      ".cursor/rules/web/tests.mdc": "---\nalwaysApply: true\n---\nWeb.\n",
      ".precept/rules/tests.md": nativeRule("tests"),
    });
    await project.precept(["edit", ".cursor/rules/api/tests.mdc", "--priority", "9", "--overlay"]);
    await project.precept(["edit", ".cursor/rules/web/tests.mdc", "--priority", "8", "--overlay"]);
    const { applied } = JSON.parse((await project.precept(["resolve", "--json"])).out) as {
      applied: readonly { name: string; priority: number }[];
    };
    expect(applied.map(({ name, priority }) => [name, priority])).toEqual([
      ["tests", 50],
      ["tests-cursor", 9],
      ["tests-cursor-2", 8],
    ]);
  });

  it("limits a rule of a subdirectory to its files", async () => {
    const project = await createProject({
      ".git/HEAD": "",
      "packages/web/.cursor/rules/react.mdc": "---\nalwaysApply: true\n---\nHooks.\n#[[file:docs/a.md]]\n",
      "packages/web/docs/a.md": "From another file.\n",
    });
    await project.precept(["edit", "react", "--priority", "9", "--overlay"]);
    const rulesFor = async (file: string) =>
      (JSON.parse((await project.precept(["resolve", file, "--json"])).out) as { applied: readonly unknown[] }).applied;
    expect(await rulesFor("packages/web/a.ts")).toHaveLength(1);
    expect(await rulesFor("packages/api/a.ts")).toHaveLength(0);
    expect((await project.precept(["resolve", "packages/web/a.ts"])).out).toContain("From another file.");
  });

  it("opens the native rule in the editor", async () => {
    const project = await open();
    const env = { EDITOR: await editorThatReplaces(project, "---\n\n", "priority: 7\n---\n\n") };
    const { code } = await project.precept(["edit", "react", "--overlay"], { env, interactive: true });
    expect(code).toBe(0);
    expect(await text(project, overlay)).toContain("priority: 7\n");
    expect(await text(project, path)).toBe(react);
  });
});

describe("precept edit, on an exported file", () => {
  it("knows no such rule: the native rule is the one to edit", async () => {
    const project = await createProject({ ".git/HEAD": "", ".precept/rules/money.md": nativeRule("money") });
    await project.precept(["export", "--to", "cursor"]);
    const { code, err } = await project.precept(["edit", ".cursor/rules/money.mdc", "--priority", "5"]);
    expect(code).toBe(2);
    expect(err).toContain("Unknown rule");
    expect((await project.precept(["edit", "money", "--priority", "5"])).code).toBe(0);
  });
});
