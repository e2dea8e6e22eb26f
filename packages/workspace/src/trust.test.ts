import { execFileSync } from "node:child_process";
import { mkdir, symlink } from "node:fs/promises";
import { dirname, join } from "node:path";
import { describe, expect, it } from "vitest";
import { createProject, nativeRule, type Project } from "./testing/project.ts";

async function link(project: Project, path: string, target: string): Promise<void> {
  await mkdir(dirname(join(project.dir, path)), { recursive: true });
  await symlink(target, join(project.dir, path));
}

describe("a directory outside the project", () => {
  it("is reached by links and settings where the user's own configuration lists it", async () => {
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

  it("is not reached because the project says that it is trusted", async () => {
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
  ])("is not trusted where the user's configuration is wrong, which is reported: %j", async (text, code) => {
    const project = await createProject({ "../home/config.yaml": text });
    const workspace = await project.open();
    expect(await workspace.diagnostics()).toMatchObject([{ code, file: `${project.home}/config.yaml` }]);
  });
});

describe("a file that a rule refers to", () => {
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

  it("is not brought into a prompt if it holds credentials by its name, or git ignores it", async () => {
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

  it("is brought in where the user allows it", async () => {
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

  it("is not reached through a rule file that is a link to it", async () => {
    const project = await createProject({ ".env": "TOKEN=secret" });
    await link(project, "CLAUDE.md", ".env");
    const workspace = await project.open();
    expect(await workspace.list()).toEqual([]);
    expect(await workspace.diagnostics()).toMatchObject([{ code: "file/secret", file: "CLAUDE.md" }]);
  });
});
