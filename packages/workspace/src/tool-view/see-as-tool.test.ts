import { execFileSync } from "node:child_process";
import { symlink } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { applyTransfer } from "@precept/transfer";
import { planWorkspaceExport } from "../transfer/export.ts";
import { createProject, nativeRule } from "../../test/project.ts";
import type { Workspace } from "../workspace.ts";
import type { ToolView } from "../tool-view.ts";

async function exportTo(workspace: Workspace, ...to: readonly string[]): Promise<void> {
  const { before, ...plan } = await planWorkspaceExport(workspace, { to });
  await applyTransfer(workspace.root, plan, before);
  await workspace.reload();
}

function applied({ resolution }: ToolView): readonly (string | undefined)[] {
  return resolution.applied.map(({ rule }) => rule.origin.path);
}

function unserved(view: ToolView): readonly (readonly [string, string])[] {
  return view.unserved.map(({ rule, reason }) => [rule.name, reason] as const);
}

describe("a rule of Precept", () => {
  it("is not seen by a tool that it is not exported to, and the reason is said", async () => {
    const { open } = await createProject({
      ".precept/rules/a.md": nativeRule("a"),
      ".precept/rules/b.md": nativeRule("b", { targets: "[cursor]" }),
      ".precept/local/rules/c.md": nativeRule("c"),
    });
    const view = await (await open()).seeAs("claude");
    expect(applied(view)).toEqual([]);
    expect(Object.fromEntries(unserved(view))).toEqual({
      a: "not exported",
      b: "only for cursor",
      c: "an overlay of one user, which only Precept delivers",
    });
  });

  it("is seen once, in the exported file", async () => {
    const { open } = await createProject({
      ".precept/rules/a.md": nativeRule("a"),
      ".precept/rules/ts.md": nativeRule("ts", { inclusion: "fileMatch", globs: '"src/**/*.ts"' }),
    });
    const workspace = await open();
    await exportTo(workspace, "claude");
    expect(applied(await workspace.seeAs("claude", { files: ["src/a.ts"] }))).toEqual([
      ".claude/rules/a.md",
      ".claude/rules/ts.md",
    ]);
    const view = await workspace.seeAs("claude", { files: ["x.py"] });
    expect(applied(view)).toEqual([".claude/rules/a.md"]);
    expect(view.unserved).toEqual([]);
    expect(view.files).toEqual([
      expect.objectContaining({ path: ".claude/rules/a.md", status: "read", rules: ["project:.precept/rules/a.md"] }),
      expect.objectContaining({ path: ".claude/rules/ts.md", status: "read" }),
      expect.objectContaining({ path: ".precept/rules/a.md", status: "not read" }),
      expect.objectContaining({ path: ".precept/rules/ts.md", status: "not read" }),
    ]);
    const [rule] = unserved(await workspace.seeAs("codex"));
    expect(rule).toEqual(["a", "exported to .claude/rules/a.md, which Codex does not read"]);
  });
});

describe("the limits of a tool", () => {
  const half = `${"ä".repeat(10_000)}\n`;

  it("cut the file in which the tool stops reading, and drop the files after it", async () => {
    const { open } = await createProject({ "AGENTS.md": half, "src/AGENTS.md": half, "src/api/AGENTS.md": "Last.\n" });
    const { resolution } = await (await open()).seeAs("codex", { files: ["src/api/x.ts"] });
    expect(resolution.applied.map(({ rule, cut, characters }) => [rule.origin.path, cut, characters])).toEqual([
      ["AGENTS.md", false, 10_001],
      ["src/AGENTS.md", true, 6383],
    ]);
    expect(resolution.dropped.map(({ rule }) => rule.origin.path)).toEqual(["src/api/AGENTS.md"]);
    expect(resolution.diagnostics.map(({ code, file }) => [code, file])).toEqual([
      ["budget/longer-than-tool-reads", "src/AGENTS.md"],
      ["budget/longer-than-tool-reads", "src/api/AGENTS.md"],
    ]);
    expect(resolution.diagnostics[0]?.message).toContain("The tool reads 12,766 bytes of it.");
  });

  it("are the only ones, and skills do not count for those of other files", async () => {
    const { open } = await createProject({
      "AGENTS.md": half,
      ".agents/skills/s/SKILL.md": `---\nname: s\ndescription: D\n---\n\n${"x".repeat(200_000)}\n`,
    });
    const { resolution } = await (await open()).seeAs("codex", { include: ["s"] });
    expect(resolution.applied.map(({ cut, characters }) => [cut, characters > 9000])).toEqual([
      [false, true],
      [false, true],
    ]);
  });

  it("cut each file that is too long for the tool", async () => {
    const { open } = await createProject({ ".devin/rules/a.md": `---\ntrigger: always_on\n---\n${"x".repeat(13_000)}\n` });
    const { resolution } = await (await open()).seeAs("devin");
    expect(resolution.applied.map(({ cut, characters }) => [cut, characters])).toEqual([[true, 12_000]]);
  });
});

it("shows plain text where a tool reads another tool's files as such, and each file as often as the tool reads it", async () => {
  const rule = "---\nalwaysApply: false\n---\n\nSame text.\n";
  const { open } = await createProject({ ".cursor/rules/a.mdc": rule, "AGENTS.md": "Same text.\n", "CLAUDE.md": "Same text.\n" });
  const workspace = await open();
  const { resolution } = await workspace.seeAs("crush");
  expect(resolution.applied.map(({ rule: { origin }, content }) => [origin.path, content])).toEqual([
    [".cursor/rules/a.mdc", rule],
    ["CLAUDE.md", "Same text.\n"],
    ["AGENTS.md", "Same text.\n"],
  ]);
  expect((await workspace.resolve()).prompt.split("Same text.")).toHaveLength(2);
});

describe("the name of a tool", () => {
  it("can be an alias, and an unknown one is refused with the known ones", async () => {
    const { open } = await createProject({ ".precept/rules/a.md": nativeRule("a", { targets: "[my-agent]" }) });
    const workspace = await open();
    expect((await workspace.seeAs("vscode")).tool).toBe("copilot");
    await expect(workspace.seeAs("cluade")).rejects.toMatchObject({
      code: "TOOL_UNKNOWN",
      details: { name: "cluade", near: ["claude"], known: expect.arrayContaining(["claude", "zed"]) as string[] },
    });
    await expect(workspace.resolve({ tool: "my-agnt" })).rejects.toMatchObject({
      code: "TOOL_UNKNOWN",
      details: { near: ["my-agent"] },
    });
    expect((await workspace.resolve({ tool: "my-agent" })).applied).toHaveLength(1);
    expect((await workspace.resolve({ tool: "claude" })).applied).toEqual([]);
  });

  it("is needed for the view of a tool", async () => {
    const { open } = await createProject({ "CLAUDE.md": "C.\n", "AGENTS.md": "A.\n" });
    const workspace = await open();
    await expect(workspace.resolve({}, { view: "tool" })).rejects.toMatchObject({ code: "TOOL_MISSING" });
    const seen = await workspace.resolve({ tool: "claude" }, { view: "tool" });
    expect(seen.applied.map(({ rule }) => rule.origin.path)).toEqual(["CLAUDE.md"]);
    expect((await workspace.resolve({ tool: "claude" })).applied).toHaveLength(2);
  });
});

it("follows the import of AGENTS.md that an export wrote, also if git ignores the file", async () => {
  const { open, dir } = await createProject({
    ".gitignore": "AGENTS.md\n",
    ".precept/rules/a.md": nativeRule("a", {}, "Be kind."),
  });
  execFileSync("git", ["init", "-q"], { cwd: dir });
  const workspace = await open();
  await exportTo(workspace, "codex", "claude");
  const { resolution, files } = await workspace.seeAs("claude");
  expect(resolution.applied.map(({ content }) => content)).toEqual([expect.stringContaining("Be kind.")]);
  expect(files.find(({ path }) => path === "CLAUDE.md")?.rules).toEqual(["project:.precept/rules/a.md"]);
});

it("reads a file and links to it once if the tool does", async () => {
  const { open, dir } = await createProject({ "AGENTS.md": "A.\n" });
  await symlink("AGENTS.md", join(dir, "CLAUDE.md"));
  const workspace = await open();
  expect(applied(await workspace.seeAs("copilot"))).toEqual(["AGENTS.md"]);
  expect((await workspace.seeAs("copilot")).files).toContainEqual(
    expect.objectContaining({ path: "CLAUDE.md", status: "not read", reason: "the same file as AGENTS.md, which is read once" }),
  );
  const { files } = await workspace.seeAs("cursor");
  expect(files.find(({ path }) => path === "CLAUDE.md")?.status).toBe("read");
});

it("applies files of subdirectories to the whole project if the tool does", async () => {
  const { open } = await createProject({ "AGENTS.md": "A.\n", "src/AGENTS.md": "B.\n" });
  const workspace = await open();
  expect(applied(await workspace.seeAs("cline", { files: ["docs/x.md"] }))).toEqual(["AGENTS.md", "src/AGENTS.md"]);
  expect(applied(await workspace.seeAs("cursor", { files: ["docs/x.md"] }))).toEqual(["AGENTS.md"]);
});
