import { execFileSync, spawn, spawnSync } from "node:child_process";
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { mkdir, rename, rm, symlink, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { setTimeout } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { describe, expect, it, vi } from "vitest";
import { createProject, cursorRule, describeDiagnostic, nativeRule, type Project } from "../test/project.ts";
import type { Workspace } from "./workspace.ts";

const a = ".precept/rules/a.md";

interface Live extends Project {
  readonly workspace: Workspace;
  readonly at: (path: string) => string;
  /** Waits until the workspace has exactly the rules with these ids, without the scope. */
  readonly assertHolds: (...ids: readonly string[]) => Promise<void>;
}

/** Opens a watched project. */
async function live(files: Readonly<Record<string, string>>): Promise<Live> {
  const project = await createProject({ ".precept/config.yaml": "watch: { rescan: 0 }\n", ...files });
  const workspace = await project.open({ watch: true });
  const idsOf = async (): Promise<string[]> => (await workspace.list()).map(({ id }) => id.replace("project:", "")).toSorted();
  return {
    ...project,
    workspace,
    at: (path) => join(project.dir, path),
    assertHolds: (...ids) => stable(async () => expect(await idsOf()).toEqual(ids.toSorted())),
  };
}

/** Returns the number of watches of this process: 0 on systems other than Linux. */
function countWatches(): number {
  try {
    return readdirSync("/proc/self/fdinfo").reduce((sum, name) => sum + countIn(join("/proc/self/fdinfo", name)), 0);
  } catch {
    return 0;
  }
}

function countIn(path: string): number {
  // The entry of the directory itself is gone by now.
  return existsSync(path)
    ? readFileSync(path, "utf8")
        .split("\n")
        .filter((line) => line.startsWith("inotify ")).length
    : 0;
}

function stable(check: () => Promise<void>): Promise<void> {
  return vi.waitFor(check, { timeout: 10_000, interval: 10 });
}

async function problemsOf(workspace: Workspace): Promise<string[]> {
  return (await workspace.diagnostics()).map(describeDiagnostic);
}

describe("a watched workspace", () => {
  it("notices that a rule directory is renamed away and back", async () => {
    const { at, assertHolds, write } = await live({ [a]: nativeRule("a") });
    await rename(at(".precept/rules"), at("aside"));
    await assertHolds();
    await rename(at("aside"), at(".precept/rules"));
    await assertHolds(a);
    await write(".precept/rules/b.md", nativeRule("b"));
    await assertHolds(a, ".precept/rules/b.md");
  });

  it("notices that a rule directory is renamed away and created again", async () => {
    const { at, assertHolds, write } = await live({ [a]: nativeRule("a") });
    await rename(at(".precept/rules"), at("aside"));
    await write(".precept/rules/b.md", nativeRule("b"));
    await assertHolds(".precept/rules/b.md");
    await write("aside/c.md", nativeRule("c"));
    await write(".precept/rules/d.md", nativeRule("d"));
    await assertHolds(".precept/rules/b.md", ".precept/rules/d.md");
  });

  it("notices that a directory above the rules is replaced", async () => {
    const { at, assertHolds, write } = await live({ "web/.cursor/rules/a.mdc": cursorRule });
    await write("other/.cursor/rules/b.mdc", cursorRule);
    await rename(at("web"), at("old"));
    await rename(at("other"), at("web"));
    await assertHolds("old/.cursor/rules/a.mdc", "web/.cursor/rules/b.mdc");
    await write("web/.cursor/rules/c.mdc", cursorRule);
    await assertHolds("old/.cursor/rules/a.mdc", "web/.cursor/rules/b.mdc", "web/.cursor/rules/c.mdc");
  });

  it("notices that a rule directory is replaced by a file, and the file by a directory", async () => {
    const { at, assertHolds, write, workspace } = await live({ [a]: nativeRule("a") });
    await rm(at(".precept/rules"), { recursive: true });
    await writeFile(at(".precept/rules"), "a file");
    await assertHolds();
    await stable(async () => expect(await problemsOf(workspace)).toEqual(["root/not-a-directory .precept/rules"]));
    await rm(at(".precept/rules"));
    await write(".precept/rules/b.md", nativeRule("b"));
    await assertHolds(".precept/rules/b.md");
    expect(await problemsOf(workspace)).toEqual([]);
  });

  it("ignores a file in place of another tool's directory, like a newly opened workspace", async () => {
    const { at, assertHolds, write, workspace } = await live({ ".cursor/rules/a.mdc": cursorRule, ".clinerules": "Text.\n" });
    await assertHolds(".cursor/rules/a.mdc", ".clinerules");
    expect(await problemsOf(workspace)).toEqual([]);
    await rm(at(".cursor/rules"), { recursive: true });
    await writeFile(at(".cursor/rules"), "a file");
    await assertHolds(".clinerules");
    await stable(async () => expect(await problemsOf(workspace)).toEqual([]));
    await rm(at(".cursor/rules"));
    await rm(at(".clinerules"));
    await write(".cursor/rules/b.mdc", cursorRule);
    await write(".clinerules/c.md", "Text.\n");
    await assertHolds(".cursor/rules/b.mdc", ".clinerules/c.md");
  });

  it("notices rule directories that are created in subdirectories, old and new, and that are deleted", async () => {
    const { at, assertHolds, write, workspace } = await live({ "packages/old/index.ts": "" });
    await write("packages/new/.cursor/rules/n.mdc", cursorRule);
    await assertHolds("packages/new/.cursor/rules/n.mdc");
    await write("apps/web/src/AGENTS.md", "Text.\n");
    await assertHolds("packages/new/.cursor/rules/n.mdc", "apps/web/src/AGENTS.md");
    expect((await workspace.list()).map(({ origin }) => origin.base ?? "").toSorted()).toEqual(["apps/web/src", "packages/new"]);
    await rename(at("packages/new"), at("packages/moved"));
    await assertHolds("packages/moved/.cursor/rules/n.mdc", "apps/web/src/AGENTS.md");
    await rm(at("packages"), { recursive: true });
    await rm(at("apps/web/src/AGENTS.md"));
    await assertHolds();
    await stable(async () => expect(workspace.roots.filter(({ base }) => base !== undefined)).toEqual([]));
  });

  it("notices a git branch that is checked out", async () => {
    const { dir, at, assertHolds } = await live({ [a]: nativeRule("a"), "web/.cursor/rules/w.mdc": cursorRule });
    const git = (...args: string[]): unknown =>
      execFileSync("git", ["-c", "user.name=T", "-c", "user.email=t@example.org", ...args], { cwd: dir, stdio: "pipe" });
    git("init", "--quiet", "--initial-branch", "one");
    git("add", "--all");
    git("commit", "--quiet", "--message", "One");
    git("checkout", "--quiet", "-b", "two");
    await rm(at("web"), { recursive: true });
    await rename(at(a), at(".precept/rules/b.md"));
    git("add", "--all");
    git("commit", "--quiet", "--message", "Two");
    await assertHolds(".precept/rules/b.md");
    git("checkout", "--quiet", "one");
    await assertHolds(a, "web/.cursor/rules/w.mdc");
    git("checkout", "--quiet", "two");
    await assertHolds(".precept/rules/b.md");
  });

  it("stops reading a rule directory that becomes a link out of the project, and reports it", async () => {
    const { dir, at, assertHolds, workspace } = await live({ ".cursor/rules/a.mdc": cursorRule });
    await mkdir(join(dir, "../outside"));
    await writeFile(join(dir, "../outside/out.mdc"), cursorRule);
    await rename(at(".cursor/rules"), at("aside"));
    await symlink("../../outside", at(".cursor/rules"));
    await assertHolds();
    await stable(async () => expect(await problemsOf(workspace)).toEqual(["root/link-escapes .cursor/rules"]));
    await rm(at(".cursor/rules"));
    await rename(at("aside"), at(".cursor/rules"));
    await assertHolds(".cursor/rules/a.mdc");
    expect(await problemsOf(workspace)).toEqual([]);
  });

  it("notices changes of links and of their targets", async () => {
    const { at, assertHolds, write, workspace } = await live({ "docs/one.md": "One.\n", "docs/two.md": "Two.\n" });
    await symlink("docs/one.md", at("CLAUDE.md"));
    const content = async (): Promise<string | undefined> => (await workspace.list())[0]?.content;
    await stable(async () => expect(await content()).toBe("One.\n"));
    await write("docs/one.md", "Changed.\n");
    await stable(async () => expect(await content()).toBe("Changed.\n"));
    await rm(at("CLAUDE.md"));
    await symlink("docs/two.md", at("CLAUDE.md"));
    await stable(async () => expect(await content()).toBe("Two.\n"));
    await rename(at("docs"), at("texts"));
    await assertHolds();
  });

  it("notices that policy directories are renamed away, back and created again", async () => {
    const policy = (id: string): string =>
      `policies:\n  - id: ${id}\n    title: Title\n    severity: medium\n    message: Text.\n    pattern: ${id}\n`;
    const { at, write, workspace } = await live({ ".precept/policies/a.yaml": policy("A-1") });
    const ids = async (): Promise<string[]> => (await workspace.policies.list()).map(({ id }) => id);
    const before = await ids();
    await rename(at(".precept/policies"), at("aside"));
    await stable(async () => expect(await ids()).toEqual([]));
    await rename(at("aside"), at(".precept/policies"));
    await stable(async () => expect(await ids()).toEqual(before));
    await rename(at(".precept"), at("aside"));
    await stable(async () => expect(await ids()).toEqual([]));
    await write(".precept/policies/b.yaml", policy("B-1"));
    await stable(async () => expect(await ids()).toEqual(["B-1"]));
    await write(".precept/policies/deep/c.yaml", policy("C-1"));
    await stable(async () => expect(await ids()).toEqual(["B-1", "C-1"]));
  });

  it("keeps the last valid version of an invalid file when another rule directory is created", async () => {
    const { assertHolds, write, workspace } = await live({ [a]: nativeRule("a") });
    await write(a, "---\nname: a\ndescription: [\n---\n");
    await stable(async () => expect(await problemsOf(workspace)).toEqual([`front-matter/yaml ${a}:4:1`]));
    await write("web/.cursor/rules/w.mdc", cursorRule);
    await assertHolds(a, "web/.cursor/rules/w.mdc");
    expect(await problemsOf(workspace)).toEqual([`front-matter/yaml ${a}:4:1`]);
  });

  it("watches few directories, and finds rules in others on a request about their files and in a listing", async () => {
    const files = Array.from({ length: 300 }, (_, at) => [`packages/p${at}/src/a.ts`, ""] as const);
    const before = countWatches();
    const { assertHolds, write, workspace } = await live({ [a]: nativeRule("a"), ...Object.fromEntries(files) });
    expect(countWatches() - before).toBeLessThan(20);
    await write("packages/p7/.cursor/rules/n.mdc", cursorRule);
    const { applied } = await workspace.resolve({ files: ["packages/p7/src/a.ts"] });
    expect(applied.map(({ rule }) => rule.name).toSorted()).toEqual(["a", "n"]);
    // The directory of the request is watched from now on.
    await write("packages/p7/src/AGENTS.md", "Text.\n");
    await stable(async () => expect(workspace.roots.map(({ base }) => base)).toContain("packages/p7/src"));
    await write("packages/p8/.cursor/rules/m.mdc", cursorRule);
    await assertHolds(a, "packages/p7/.cursor/rules/n.mdc", "packages/p7/src/AGENTS.md", "packages/p8/.cursor/rules/m.mdc");
  });

  it("publishes one change for one new rule directory, and none for files that are not rules", async () => {
    const { at, assertHolds, write, workspace } = await live({ "src/a.ts": "" });
    await mkdir(at("packages/new/.cursor/rules"), { recursive: true });
    await stable(async () => expect(workspace.roots.map(({ dir }) => dir)).toContain("packages/new/.cursor/rules"));
    const changes: string[][] = [];
    workspace.subscribe(({ rules }) => changes.push(rules.map(({ name }) => name)));
    await write("src/b.ts", "");
    await write("src/new/c.ts", "");
    await write("packages/new/.cursor/rules/n.mdc", cursorRule);
    await assertHolds("packages/new/.cursor/rules/n.mdc");
    await setTimeout(200);
    expect(changes).toEqual([["n"]]);
  });
});

/** Part of util-linux. A constant, so that dependency checks do not take it for a program of a package. */
const namespaceMaker = "unshare";

/** Runs a command in a user namespace with a limit on inotify watches. Linux only. */
const withWatches = (watches: number): string[] => [
  "-Ur",
  "sh",
  "-c",
  `echo ${watches} > /proc/sys/user/max_inotify_watches && exec "$@"`,
  "sh",
];
const canLimitWatches = spawnSync(namespaceMaker, [...withWatches(3), "true"]).status === 0;

describe.skipIf(!canLimitWatches)("a watched workspace that reaches the system's limit on watches", () => {
  it.each([
    [0, "reports it, and rescans at an interval", "{ rescan: 1 }", ["watch/limited"]],
    [1, "reports it, and rescans at an interval", "{ rescan: 1 }", ["watch/limited"]],
    [2, "reports it, and rescans at an interval", "{ rescan: 1 }", ["watch/limited"]],
    [0, "needs none to poll", "{ rescan: 0, backend: polling }", []],
  ])("of %i %s", { tags: "slow" }, async (watches, _, config, codes) => {
    const { dir, home, write } = await createProject({
      ".precept/config.yaml": `watch: ${config}\n`,
      ".cursor/rules/a.mdc": cursorRule,
    });
    const script = fileURLToPath(new URL("../test/watch-limited.ts", import.meta.url));
    const command = [...withWatches(watches), process.execPath, "--conditions=@precept/source", script, dir, home];
    const child = spawn(namespaceMaker, command, { stdio: ["ignore", "pipe", "inherit"] });
    try {
      const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]();
      expect(JSON.parse((await lines.next()).value ?? "[]")).toEqual(codes);
      await write(".cursor/rules/late.mdc", cursorRule);
      expect((await lines.next()).value).toBe("late");
    } finally {
      child.kill();
    }
  });
});
