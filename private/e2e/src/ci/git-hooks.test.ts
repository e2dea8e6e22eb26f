import { execFileSync, spawnSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { mkdir, symlink } from "node:fs/promises";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { openTestRepository, type TestRepository } from "@precept/testing";
import { describe, expect, it } from "vitest";
import { parse } from "yaml";
import { root } from "../run-node.ts";
import { createPreceptProgram } from "./precept-program.ts";

const require = createRequire(import.meta.url);
const guide = readFileSync(join(root, "docs/guides/ci.md"), "utf8");

const policy = `
id: NO-EVAL
severity: HIGH
message: Do not evaluate texts.
match: { pattern: '\\beval\\(', file_patterns: ["src/**"] }
tests: { valid: [evaluate(x)], invalid: [{ text: eval(x), file: src/a.ts }] }
`;

/** A project that depends on the command line, with a violation that was committed before the hook. */
async function createProject(): Promise<TestRepository> {
  const repository = openTestRepository();
  repository.write("package.json", '{ "private": true }\n');
  repository.write(".gitignore", "node_modules\nbin\n");
  repository.write(".precept/policies/no-eval.yaml", policy);
  repository.write("src/a.ts", "eval(old);\n");
  repository.git("add", "-A");
  repository.git("commit", "-qm", "Base");
  const bin = await createPreceptProgram(join(repository.dir, "bin"));
  await mkdir(join(repository.dir, "node_modules/.bin"), { recursive: true });
  await symlink(join(bin, "precept"), join(repository.dir, "node_modules/.bin/precept"));
  return repository;
}

/** Returns the code block of the guide after a heading that contains a text. */
function blockOf(heading: string, marker: string): string {
  const section = guide.slice(guide.indexOf(`\n## ${heading}\n`));
  const block = [...section.matchAll(/```\w*\n(.*?)```/gs)].find(([, text = ""]) => text.includes(marker));
  return block?.[1] ?? "";
}

/** Commits a violation on a new line, and then a line without one. */
function tryCommits({ dir, write, git }: TestRepository): readonly { readonly ok: boolean; readonly output: string }[] {
  return ["eval(added);", "evaluate(added);"].map((line) => {
    write("src/a.ts", `eval(old);\n${line}\n`);
    git("add", "-A");
    const { status, stdout, stderr } = spawnSync("git", ["commit", "-qm", "Add"], { cwd: dir, encoding: "utf8" });
    return { ok: status === 0, output: stdout + stderr };
  });
}

const stopped = [{ ok: false, output: expect.stringContaining("src/a.ts:2") }, { ok: true }];

describe("a git hook of the guide", () => {
  it("stops a commit with husky", { tags: "slow" }, async () => {
    const project = await createProject();
    const command = /echo "(.*)" > \.husky\/pre-commit/.exec(blockOf("husky", ".husky/pre-commit"))?.[1] ?? "";
    project.write(".husky/pre-commit", `${command}\n`);
    const husky = join(dirname(require.resolve("husky")), "bin.js");
    execFileSync(process.execPath, [husky], { cwd: project.dir, stdio: "pipe" });
    expect(tryCommits(project)).toMatchObject(stopped);
  });

  it("stops a commit with lefthook", { tags: "slow" }, async () => {
    const project = await createProject();
    project.write("lefthook.yml", blockOf("lefthook", "pre-commit:"));
    const lefthook = join(dirname(require.resolve("lefthook/package.json")), "bin/index.js");
    await symlink(dirname(require.resolve("lefthook/package.json")), join(project.dir, "node_modules/lefthook"));
    execFileSync(process.execPath, [lefthook, "install"], { cwd: project.dir, stdio: "pipe" });
    expect(tryCommits(project)).toMatchObject(stopped);
  });

  const isInstalled = spawnSync("pre-commit", ["--version"]).status === 0;
  it.skipIf(!isInstalled)("stops a commit with pre-commit (skipped unless it is installed)", async () => {
    const project = await createProject();
    // The repository of hooks, as pre-commit would clone it.
    const hooks = openTestRepository();
    hooks.write(".pre-commit-hooks.yaml", readFileSync(join(root, ".pre-commit-hooks.yaml"), "utf8"));
    hooks.git("add", "-A");
    hooks.git("commit", "-qm", "Hooks");
    const config = blockOf("pre-commit", "rev:")
      .replace(/repo: .*/, `repo: ${hooks.dir}`)
      .replace(/rev: .*/, `rev: ${hooks.git("rev-parse", "HEAD").trim()}`);
    project.write(".pre-commit-config.yaml", config);
    const env = { ...process.env, PRE_COMMIT_HOME: join(project.dir, "node_modules/.pre-commit") };
    execFileSync("pre-commit", ["install"], { cwd: project.dir, env, stdio: "pipe" });
    expect(tryCommits(project)).toMatchObject(stopped);
  });
});

it("defines every hook of the guide for pre-commit", () => {
  const defined = parse(readFileSync(join(root, ".pre-commit-hooks.yaml"), "utf8")) as readonly { readonly id: string }[];
  const used = parse(blockOf("pre-commit", "rev:")) as {
    readonly repos: readonly { readonly hooks: readonly { readonly id: string }[] }[];
  };
  expect(used.repos.flatMap(({ hooks }) => hooks.map(({ id }) => id))).toEqual(defined.map(({ id }) => id));
});
