import { chmod, mkdir, readFile, stat, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { openTestRepository } from "@precept/testing";
import { describe, expect, it } from "vitest";
import { createProject, type TestProject } from "../../../test/precept-in.ts";

interface Answer {
  readonly code: number;
  readonly imported: readonly string[];
  readonly excluded: Readonly<Record<string, string>>;
}

/** Runs an import and returns the sources of its rules, and the files that it passes over with the reasons. */
async function runImport(project: TestProject, ...args: string[]): Promise<Answer> {
  const { out, err, code } = await project.precept(["import", "--json", ...args]);
  expect(err).toBe("");
  const { actions, skipped_files: excluded } = JSON.parse(out) as {
    readonly actions: readonly { readonly sources: readonly string[] }[];
    readonly skipped_files: readonly { readonly path: string; readonly reason: string }[];
  };
  return {
    code,
    imported: actions.flatMap(({ sources }) => sources).toSorted(),
    excluded: Object.fromEntries(excluded.map(({ path, reason }) => [path, reason])),
  };
}

async function add(project: TestProject, path: string, text: string): Promise<void> {
  await mkdir(dirname(join(project.dir, path)), { recursive: true });
  await writeFile(join(project.dir, path), text);
}

const samples = [
  "assets/AGENTS.md",
  "tests/fixtures/kysely/AGENTS.md",
  "src/__fixtures__/AGENTS.md",
  "testdata/CLAUDE.md",
  "packages/create/templates/react/AGENTS.md",
  "template/.cursor/rules/a.mdc",
  "examples/shop/AGENTS.md",
];

/** Files with different texts. */
const filesAt = (...paths: string[]): Record<string, string> =>
  Object.fromEntries(paths.map((path, at) => [path, `Text ${at} of ${path}.\n`]));

describe("precept import passes over", () => {
  it("fixtures, templates and working trees, with and without git", async () => {
    for (const isRepository of [false, true]) {
      const project = await createProject(
        filesAt("AGENTS.md", "web/AGENTS.md", "worktrees/next/AGENTS.md", "third_party/lib/AGENTS.md", ...samples),
      );
      if (isRepository) openTestRepository(project.dir);
      const { imported, excluded, code } = await runImport(project);
      expect({ imported, excluded, code }).toEqual({
        code: 0,
        imported: ["AGENTS.md", "web/AGENTS.md"],
        excluded: {
          ...Object.fromEntries(samples.map((path) => [path, "fixture or template"])),
          "third_party/lib/AGENTS.md": "other project",
          "worktrees/next/AGENTS.md": "worktree",
        },
      });
    }
  });

  it("but imports rules in a directory of the tool with such a name", async () => {
    const project = await createProject(filesAt(".cursor/rules/templates/a.mdc", ".claude/skills/examples/SKILL.md"));
    const { imported, excluded } = await runImport(project);
    expect({ imported, excluded }).toEqual({
      imported: [".claude/skills/examples/SKILL.md", ".cursor/rules/templates/a.mdc"],
      excluded: {},
    });
  });

  it("files that git ignores, and no others that are not committed", async () => {
    const project = await createProject({
      ...filesAt("AGENTS.md", "CLAUDE.md", "CLAUDE.local.md", "generated/AGENTS.md", "old/AGENTS.md"),
      ".gitignore": "*.local.md\n/generated/\nold/\n",
    });
    const { git } = openTestRepository(project.dir);
    git("add", "--force", "AGENTS.md", "old/AGENTS.md");
    const { imported, excluded } = await runImport(project);
    expect({ imported, excluded }).toEqual({
      imported: ["AGENTS.md", "CLAUDE.md", "old/AGENTS.md"],
      excluded: { "CLAUDE.local.md": "ignored by git", "generated/AGENTS.md": "ignored by git" },
    });
  });

  it("repositories and working trees in the project", async () => {
    const project = await createProject(filesAt("AGENTS.md", "sub/AGENTS.md", "sub/deep/CLAUDE.md", "next/AGENTS.md"));
    const repository = openTestRepository(project.dir);
    openTestRepository(join(project.dir, "sub"));
    repository.git("commit", "-q", "--allow-empty", "-m", "First");
    repository.git("worktree", "add", "-q", "feature");
    await add(project, "feature/AGENTS.md", "Feature.\n");
    const { imported, excluded } = await runImport(project);
    expect({ imported, excluded }).toEqual({
      imported: ["AGENTS.md", "next/AGENTS.md"],
      excluded: { "feature/AGENTS.md": "worktree", "sub/AGENTS.md": "worktree", "sub/deep/CLAUDE.md": "worktree" },
    });
  });

  it("what rules.ignore matches", async () => {
    const project = await createProject({
      ...filesAt("AGENTS.md", "legacy/AGENTS.md", ".cursor/rules/old/a.mdc"),
      ".precept/config.yaml": "rules:\n  ignore: [legacy, .cursor/rules/old]\n",
    });
    const { imported, excluded } = await runImport(project);
    expect({ imported, excluded }).toEqual({
      imported: ["AGENTS.md"],
      excluded: { ".cursor/rules/old/a.mdc": "rules.ignore", "legacy/AGENTS.md": "rules.ignore" },
    });
  });

  it("nothing that was imported before or that --include names", async () => {
    const project = await createProject({
      ...filesAt("AGENTS.md", "CLAUDE.local.md", "examples/shop/AGENTS.md", "examples/bank/AGENTS.md"),
      ".gitignore": "*.local.md\n",
    });
    openTestRepository(project.dir);
    const { imported, excluded } = await runImport(project, "--include", "examples/shop", "--include", "CLAUDE.local.md");
    expect({ imported, excluded }).toEqual({
      imported: ["AGENTS.md", "CLAUDE.local.md", "examples/shop/AGENTS.md"],
      excluded: { "examples/bank/AGENTS.md": "fixture or template" },
    });
    await writeFile(join(project.dir, "CLAUDE.local.md"), "Edited.\n");
    expect((await runImport(project)).imported).toEqual(["CLAUDE.local.md"]);
  });

  it("and says so", async () => {
    const project = await createProject(
      filesAt("AGENTS.md", ...Array.from({ length: 25 }, (_, at) => `fixtures/${at}/AGENTS.md`)),
    );
    const { out, code } = await project.precept(["import"]);
    expect(code).toBe(0);
    expect(out).toContain("skipped  fixtures/0/AGENTS.md");
    expect(out).toContain("… 5 more files; --json lists all");
    expect(out).toContain("--include PATH");
    expect(await readFile(join(project.dir, "fixtures/0/AGENTS.md"), "utf8")).toContain("Text");
  });
});

it.each([
  ["missing", "missing"],
  ["../outside", "../outside"],
])("refuses --include %s, which has no rule file of the project", async (_, path) => {
  const project = await createProject(filesAt("AGENTS.md"));
  const { code, err } = await project.precept(["import", "--include", path]);
  expect(code).toBe(2);
  expect(err).toContain(path);
});

it("runs no program that the repository names", async () => {
  const project = await createProject(filesAt("AGENTS.md"));
  const { git } = openTestRepository(project.dir);
  const program = join(project.dir, "program.sh");
  await writeFile(program, `#!/bin/sh\ntouch ${join(project.dir, "started")}\n`);
  await chmod(program, 0o755);
  for (const name of ["core.fsmonitor", "core.pager", "core.sshCommand", "filter.x.clean", "filter.x.process"])
    git("config", name, program);
  await writeFile(join(project.dir, ".gitattributes"), "* filter=x\n");
  expect((await runImport(project)).imported).toEqual(["AGENTS.md"]);
  await expect(stat(join(project.dir, "started"))).rejects.toThrow("ENOENT");
});

it("an export leaves out what is not part of the project, and says so", async () => {
  const project = await createProject({
    ...filesAt("GEMINI.md", "tests/fixtures/AGENTS.md", "CLAUDE.local.md"),
    ".gitignore": "*.local.md\n",
  });
  openTestRepository(project.dir);
  const { out } = await project.precept(["export", "--to", "cursor", "--json"]);
  const { actions, skipped_files: excluded } = JSON.parse(out) as {
    readonly actions: readonly { readonly path: string }[];
    readonly skipped_files: readonly object[];
  };
  expect(actions.map(({ path }) => path)).toEqual([".cursor/rules/GEMINI.mdc"]);
  expect(excluded).toEqual([
    { path: "CLAUDE.local.md", reason: "ignored by git" },
    { path: "tests/fixtures/AGENTS.md", reason: "fixture or template" },
  ]);
  expect((await project.precept(["export", "--to", "cursor"])).out).toContain(
    "2 rules of files that are not part of the project",
  );
});
