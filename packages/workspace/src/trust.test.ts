import { execFileSync } from "node:child_process";
import { mkdir, symlink } from "node:fs/promises";
import { dirname, join } from "node:path";
import { describe, expect, it } from "vitest";
import { createProject, nativeRule, type Project } from "../test/project.ts";

async function link(project: Project, path: string, target: string): Promise<void> {
  await mkdir(dirname(join(project.dir, path)), { recursive: true });
  await symlink(target, join(project.dir, path));
}

describe("a directory outside the project", () => {
  it("is accessible to links and settings if the user's configuration lists it", async () => {
    const project = await createProject({
      "../team/rules/team.md": nativeRule("team"),
      "../other/rules/other.md": nativeRule("other"),
      ".precept/config.yaml": "rules: { dirs: [../team/rules, ../other/rules] }\n",
      "../home/config.yaml": "trustedDirs: [../team]\n",
    });
    await link(project, ".precept/rules", "../../team/rules");
    const workspace = await project.open();
    expect((await workspace.list()).map(({ name, origin }) => [name, origin.root])).toEqual([
      ["team", ".precept/rules"],
      ["team", join(project.dir, "../team/rules")],
    ]);
    expect((await workspace.diagnostics()).map(({ code, message }) => [code, message])).toEqual([
      ["config/not-trusted", expect.stringContaining('"../other/rules"')],
    ]);
  });

  it("is not accessible because the project's configuration lists it", async () => {
    const project = await createProject({
      "../team/team.md": nativeRule("team"),
      ".precept/config.yaml": "trustedDirs: [../team]\nrules: { dirs: [../team] }\n",
    });
    const workspace = await project.open();
    expect(await workspace.list()).toEqual([]);
    expect((await workspace.diagnostics()).map(({ code }) => code)).toEqual(["config/unknown-key", "config/not-trusted"]);
  });

  it.each([
    ["trustedDirs: 7\n", "config/invalid-value"],
    ["trusted: [a]\n", "config/unknown-key"],
    ["a: [\n", "config/yaml"],
    ["# ".padEnd(70_000, "x"), "config/unreadable"],
  ])("is not trusted if the user's configuration is invalid, which is reported: %j", async (text, code) => {
    const project = await createProject({ "../home/config.yaml": text });
    const workspace = await project.open();
    expect(await workspace.diagnostics()).toMatchObject([{ code, file: `${project.home}/config.yaml` }]);
  });
});

describe("a referenced file", () => {
  const files = {
    ".gitignore": "local/\n",
    ".env": "TOKEN=secret",
    "local/notes.md": "Private notes.",
    "docs/style.md": "Style.",
    "keys/server.pem": "key",
    ".precept/rules/a.md": nativeRule(
      "a",
      {},
      "#[[file:.env]] #[[file:local/notes.md]] #[[file:docs/style.md]] #[[file:keys/server.pem]] #[[file:.git/config]]",
    ),
  };

  it("is not included in a prompt if it is named like a file with credentials, or git ignores it", async () => {
    const project = await createProject(files);
    execFileSync("git", ["init", "--quiet"], { cwd: project.dir });
    const { prompt, diagnostics } = await (await project.open()).resolve();
    expect(prompt).toContain("Style.");
    for (const secret of ["TOKEN=secret", "Private notes.", "key\n", "repositoryformatversion"])
      expect(prompt).not.toContain(secret);
    expect(diagnostics.map(({ code }) => code)).toEqual([
      "reference/private",
      "reference/private",
      "reference/private",
      "reference/blocked",
    ]);
  });

  it("is included if the user allows it", async () => {
    const project = await createProject({
      ...files,
      "../home/config.yaml": "references: { allowPrivate: [local/**, .env] }\n",
    });
    execFileSync("git", ["init", "--quiet"], { cwd: project.dir });
    const { prompt } = await (await project.open()).resolve();
    expect(prompt).toContain("TOKEN=secret");
    expect(prompt).toContain("Private notes.");
    expect(prompt).toContain("[File reference blocked: keys/server.pem]");
    expect(prompt).toContain("[File reference blocked: .git/config]");
  });

  it("is not included through a rule file that is a link to it", async () => {
    const project = await createProject({
      ".env": "TOKEN=secret",
      ".gitignore": "local/\n",
      "local/notes.md": "Private notes.",
      ".cursor/rules/docs.mdc": "---\nalwaysApply: true\n---\n\nText.\n",
    });
    await link(project, "CLAUDE.md", ".env");
    await link(project, "GEMINI.md", "local/notes.md");
    await link(project, ".cursor/rules/style.mdc", "docs.mdc");
    execFileSync("git", ["init", "--quiet"], { cwd: project.dir });
    const workspace = await project.open();
    expect((await workspace.list()).map(({ name }) => name)).toEqual(["docs", "style"]);
    expect((await workspace.diagnostics()).map(({ code, file }) => [code, file])).toEqual([
      ["file/secret", "CLAUDE.md"],
      ["file/secret", "GEMINI.md"],
    ]);
  });
});
