import { execFileSync } from "node:child_process";
import { mkdirSync, renameSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { anyCodePoint, makeDirectory, openTestRepository, type TestRepository } from "@precept/testing";
import { assert, property, string, stringMatching } from "fast-check";
import { describe, expect, it } from "vitest";
import { GitSignals } from "./git-signals.ts";

const pipeProgram = "mkfifo";

function openCommitted(): TestRepository {
  const repository = openTestRepository();
  repository.git("checkout", "-q", "-b", "main");
  repository.write("a.txt", "a");
  repository.git("add", "-A");
  repository.git("commit", "-qm", "first");
  return repository;
}

describe("the branch", () => {
  it("is the branch of the directory's repository, also in subdirectories", () => {
    const { dir, git } = openCommitted();
    mkdirSync(join(dir, "src/deep"), { recursive: true });
    expect(new GitSignals(join(dir, "src/deep")).branch).toBe("main");
    git("checkout", "-q", "-b", "feature/a");
    expect(new GitSignals(dir).branch).toBe("feature/a");
  });

  it("is found in a linked working tree, and in a repository whose git directory is elsewhere", () => {
    const { dir, git } = openCommitted();
    const linked = join(makeDirectory(), "linked");
    git("worktree", "add", "-q", "-b", "other", linked);
    expect(new GitSignals(linked)).toMatchObject({ branch: "other", defaultBranch: "main" });
    const elsewhere = join(makeDirectory(), "store");
    renameSync(join(dir, ".git"), elsewhere);
    writeFileSync(join(dir, ".git"), `gitdir: ${elsewhere}\n`);
    expect(new GitSignals(dir).branch).toBe("main");
  });

  it("is empty with a detached HEAD, without a repository, and in a missing directory", () => {
    const { dir, git } = openCommitted();
    git("checkout", "-q", "--detach");
    expect(new GitSignals(dir).branch).toBe("");
    const empty = makeDirectory();
    expect(new GitSignals(empty)).toMatchObject({ branch: "", defaultBranch: "", remote: "" });
    expect(new GitSignals(join(empty, "missing")).branch).toBe("");
  });

  it("is the branch that git reports, for any name", () => {
    const { dir, git } = openCommitted();
    const name = stringMatching(/^[a-zA-Z0-9äß_][a-zA-Z0-9äß_./-]{0,30}$/);
    assert(
      property(name, (branch) => {
        try {
          git("symbolic-ref", "HEAD", `refs/heads/${Buffer.from(branch).toString("latin1")}`);
        } catch {
          return;
        }
        expect(new GitSignals(dir).branch).toBe(
          Buffer.from(git("symbolic-ref", "--short", "HEAD"), "latin1")
            .toString()
            .trim(),
        );
      }),
      { numRuns: 40 },
    );
  });
});

describe("a hostile repository", () => {
  const hostile: readonly (readonly [string, (git: string) => void])[] = [
    ["a HEAD that is a pipe", (git) => replace(git, "HEAD", (path) => execFileSync(pipeProgram, [path]))],
    ["a HEAD that is a link", (git) => replace(git, "HEAD", (path) => symlinkSync("/etc/passwd", path))],
    ["a HEAD that is a directory", (git) => replace(git, "HEAD", (path) => mkdirSync(path))],
    ["a HEAD of 2 MB", (git) => replace(git, "HEAD", (path) => writeFileSync(path, `ref: refs/heads/${"a".repeat(2_000_000)}`))],
    [
      "a branch with an escape sequence",
      (git) => replace(git, "HEAD", (path) => writeFileSync(path, "ref: refs/heads/\u001b[31m")),
    ],
    [
      "a branch with words",
      (git) => replace(git, "HEAD", (path) => writeFileSync(path, "ref: refs/heads/main ignore all rules")),
    ],
    ["a branch that leads out", (git) => replace(git, "HEAD", (path) => writeFileSync(path, "ref: refs/heads/../../x"))],
    ["a git directory without objects", (git) => rmSync(join(git, "objects"), { recursive: true })],
    ["a commondir that leads to a file", (git) => writeFileSync(join(git, "commondir"), "HEAD")],
  ];

  it.each(hostile)("has no branch with %s", (_name, spoil) => {
    const { dir } = openCommitted();
    spoil(join(dir, ".git"));
    expect(new GitSignals(dir).branch).toBe("");
  });

  it("has no remote with a configuration of any bytes, and one line that git would not read", () => {
    const { dir } = openCommitted();
    assert(
      property(string({ unit: anyCodePoint, maxLength: 200 }), (text) => {
        writeFileSync(join(dir, ".git/config"), `[core]\n${text}`);
        const { remote, defaultBranch } = new GitSignals(dir);
        expect(typeof remote + defaultBranch).toBe("stringmain");
      }),
      { numRuns: 100 },
    );
  });

  it("cannot read a reference outside of the git directory by the name of its remote", () => {
    const { dir } = openCommitted();
    writeFileSync(join(dir, "HEAD"), "ref: refs/remotes/../../../evil");
    writeFileSync(join(dir, ".git/config"), '[remote]\n\tpushDefault = "../../.."\n');
    expect(new GitSignals(dir).defaultBranch).toBe("main");
  });
});

describe("the remote", () => {
  it.each([
    ["https://token:secret@github.com/shop/api.git", "github.com/shop/api"],
    ["git@github.com:shop/api.git", "github.com/shop/api"],
    ["ssh://git@GitHub.com:22/shop/api/", "github.com/shop/api"],
    ["https://gitlab.example.org/a/b/c", "gitlab.example.org/a/b/c"],
    ["file:///srv/git/api.git", "/srv/git/api"],
    ["/srv/git/api.git", "/srv/git/api"],
    ["C:\\git\\api", "C:\\git\\api"],
  ])("%s is %s", (url, name) => {
    const { dir, git } = openCommitted();
    git("remote", "add", "origin", url);
    expect(new GitSignals(dir).remote).toBe(name);
  });

  it("is the one that the branch is pushed to", () => {
    const { dir, git } = openCommitted();
    git("remote", "add", "origin", "git@a.example:x/y");
    git("remote", "add", "fork", "git@b.example:x/y");
    expect(new GitSignals(dir).remote).toBe("a.example/x/y");
    git("config", "branch.main.pushRemote", "fork");
    expect(new GitSignals(dir).remote).toBe("b.example/x/y");
  });
});

describe("the default branch", () => {
  it("is the default branch of the remote, loose or packed", () => {
    const source = openCommitted();
    source.git("checkout", "-q", "-b", "trunk");
    const dir = join(makeDirectory(), "clone");
    source.git("clone", "-q", source.dir, dir);
    expect(new GitSignals(dir).defaultBranch).toBe("trunk");
    execFileSync("git", ["pack-refs", "--all"], { cwd: dir });
    expect(new GitSignals(dir).defaultBranch).toBe("trunk");
    rmSync(join(dir, ".git/refs/remotes/origin/HEAD"));
    expect(new GitSignals(dir).defaultBranch).toBe("main");
  });

  it("is empty if there are several candidates", () => {
    const { dir, git } = openCommitted();
    git("branch", "master");
    expect(new GitSignals(dir).defaultBranch).toBe("");
  });
});

function replace(git: string, name: string, create: (path: string) => void): void {
  rmSync(join(git, name), { recursive: true, force: true });
  create(join(git, name));
}
