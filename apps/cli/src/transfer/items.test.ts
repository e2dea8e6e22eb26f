import { mkdir, readdir, readFile, rm, symlink, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { openTestRepository } from "@precept/testing";
import { describe, expect, it } from "vitest";
import { itemKinds } from "@precept/mdc-compat";
import { toolItems } from "@precept/mdc-compat/items";
import { createProject, type TestProject } from "../../test/precept-in.ts";

const commit = `---
description: Commit: with a message
argument-hint: "[scope]"
disable-model-invocation: true
---

Commit for $ARGUMENTS.
`;
const servers = `{
  "mcpServers": {
    "files": { "command": "npx", "args": ["-y", "files-server"], "env": { "FILES_TOKEN": "a9D8f7G6h5J4k3L2z1X0c9V8b7N6m5Q4" } },
    "docs": { "type": "http", "url": "https://mcp.example.com/", "headers": { "Authorization": "Bearer \${DOCS_TOKEN}" } }
  }
}
`;
const settings = `{
  // mine
  "model": "opus",
  "permissions": { "allow": ["Bash(git status:*)"], "deny": ["Read(./.env)"], "defaultMode": "plan" }
}
`;
const config = `# mine
model = "large"

[profiles.own] # another program's
model = "own"

[tui]
theme = "dark" # keep
`;

const claudeFiles = {
  ".claude/commands/commit.md": commit,
  ".claude/agents/reviewer.md": "---\nname: reviewer\ndescription: Reviews\ntools: Read, Grep\nmodel: opus\n---\n\nYou review.\n",
  ".mcp.json": servers,
  ".claude/settings.json": settings,
  ".cursorignore": "dist/\n.env\n",
};

async function textsIn(dir: string): Promise<Readonly<Record<string, string>>> {
  const entries = await readdir(dir, { recursive: true, withFileTypes: true });
  const paths = entries
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name).slice(dir.length + 1));
  const shown = paths.filter((path) => !path.startsWith(".precept/backup/")).toSorted();
  return Object.fromEntries(
    await Promise.all(shown.map(async (path) => [path, await readFile(join(dir, path), "utf8")] as const)),
  );
}

const textOf = ({ dir }: TestProject, path: string): Promise<string> => readFile(join(dir, path), "utf8");

interface Output {
  readonly actions: readonly {
    readonly kind: string;
    readonly path: string;
    readonly reason?: string;
    readonly programs?: readonly string[];
  }[];
  readonly notes?: readonly { readonly path: string; readonly message: string }[];
  readonly conflicts?: readonly {
    readonly field: string;
    readonly versions: readonly { readonly path: string; readonly text: string }[];
  }[];
  readonly items?: readonly {
    readonly name: string;
    readonly target: string;
    readonly written: boolean;
    readonly notes: readonly { readonly field: string; readonly message: string }[];
  }[];
  readonly problems?: readonly { readonly path: string; readonly line: number; readonly message: string }[];
}

async function json({ precept }: TestProject, ...args: string[]): Promise<Output & { readonly code: number }> {
  const { out, err, code } = await precept([...args, "--json"]);
  expect(err).toBe("");
  return { ...(JSON.parse(out) as Output), code };
}

const kinds = ({ actions }: Output): Readonly<Record<string, string>> =>
  Object.fromEntries(actions.map(({ kind, path, reason }) => [path, reason ?? kind]));

describe("an import of items", () => {
  it("makes a file of each, without secrets and without what only one tool knows in the fields of all", async () => {
    const project = await createProject(claudeFiles);
    const { notes, code } = await json(project, "import");
    expect(code).toBe(0);
    const texts = await textsIn(project.dir);
    expect(texts[".precept/commands/commit.md"]).toBe(
      '---\ndescription: "Commit: with a message"\nargumentHint: "[scope]"\nclaude: {"disable-model-invocation":true}\n---\n\nCommit for $ARGUMENTS.\n',
    );
    expect(texts[".precept/agents/reviewer.md"]).toContain('tools: ["read", "search"]\nclaude: {"model":"opus"}\n');
    expect(texts[".precept/mcp/files.yaml"]).toBe(
      'command: npx\nargs:\n  - "-y"\n  - files-server\nenv:\n  FILES_TOKEN: ${FILES_TOKEN}\n',
    );
    expect(texts[".precept/permissions.yaml"]).toBe("allow:\n  - shell(git status *)\ndeny:\n  - read(./.env)\n");
    expect(texts[".precept/ignore"]).toBe("dist/\n.env\n");
    expect(notes?.map(({ message }) => message)).toEqual([expect.stringContaining("files: env.FILES_TOKEN")]);
    expect(JSON.stringify(texts[".precept/mcp/files.yaml"])).not.toContain("a9D8f7");
  });

  it("changes nothing the second time, and the export to the same tool changes nothing", async () => {
    const project = await createProject(claudeFiles);
    await project.precept(["import"]);
    const before = await textsIn(project.dir);
    await project.precept(["import"]);
    expect(await project.precept(["export", "--to", "claude,cursor", "--dry-run", "--json"])).toMatchObject({ err: "" });
    const { code, actions } = await json(project, "export", "--to", "claude");
    expect(code).toBe(0);
    expect(new Set(actions.map(({ kind }) => kind))).toEqual(new Set(["unchanged"]));
    expect(await textsIn(project.dir)).toEqual(before);
  });

  it("takes the first of two that differ, and the other one with --take", async () => {
    const project = await createProject({ ...claudeFiles, ".cursor/commands/commit.md": "Commit quickly.\n" });
    const { notes } = await json(project, "import");
    expect(await textOf(project, ".precept/commands/commit.md")).toContain("Commit quickly.\n");
    expect(notes?.find(({ path }) => path.startsWith(".claude"))?.message).toContain(
      "differs from .precept/commands/commit.md in description, argumentHint, content",
    );
    await project.precept(["import", "--take", ".claude/commands/commit.md"]);
    const native = await textOf(project, ".precept/commands/commit.md");
    expect(native).toContain("Commit for $ARGUMENTS.\n");
    expect(native).toContain("argumentHint");
  });

  it("says which items in subdirectories are not imported, apart from fixtures", async () => {
    const project = await createProject({
      "web/.claude/commands/fix.md": "Fix.\n",
      "web/.claude/commands/git/commit.md": "Commit.\n",
      "web/.mcp.json": "{}\n",
      "tests/fixtures/.claude/commands/fix.md": "Fix.\n",
    });
    openTestRepository(project.dir);
    const { notes } = await json(project, "import");
    expect(notes).toEqual([
      {
        path: "web/.claude/commands",
        message:
          "2 files with commands, not imported: Precept reads commands only in the directory of the project. For tools that run in web, use `precept import --root . --kind commands` there.",
      },
      {
        path: "web/.mcp.json",
        message:
          "1 file with MCP servers, not imported: Precept reads MCP servers only in the directory of the project. For tools that run in web, use `precept import --root . --kind mcp` there.",
      },
    ]);
    // What the note advises.
    const inWeb = ["--root", join(project.dir, "web"), "--kind", "commands"];
    expect((await project.precept(["import", ...inWeb])).code).toBe(0);
    expect((await project.precept(["export", "--to", "claude,cursor", ...inWeb])).code).toBe(0);
    expect(await textOf(project, "web/.cursor/commands/fix.md")).toBe("Fix.\n");
    expect((await json(project, "import")).notes?.map(({ path }) => path)).toEqual(["web/.mcp.json"]);
  });

  it("leaves one of two that differ as it is, if `targets` say that the other is not for its tool", async () => {
    const own = "Commit slowly.\n";
    const project = await createProject({ ".claude/commands/commit.md": own, ".cursor/commands/commit.md": "Commit quickly.\n" });
    await project.precept(["import"]);
    const to = ["export", "--to", "claude,cursor"];
    const { code, out } = await project.precept(to);
    expect(code).toBe(1);
    expect(out).toContain("To keep both, add `targets` without claude to .precept/commands/commit.md.");
    const native = join(project.dir, ".precept/commands/commit.md");
    await writeFile(native, `---\ntargets: [cursor]\n---\n\n${await readFile(native, "utf8")}`);
    expect((await project.precept(["import"])).out).toContain("do not include Claude Code");
    expect((await project.precept([...to, "--check"])).code).toBe(0);
    expect(await textOf(project, ".claude/commands/commit.md")).toBe(own);
  });
});

describe("an export of items", () => {
  it("writes nothing that starts a program without the user's word", async () => {
    const project = await createProject({
      ...claudeFiles,
      ".claude/commands/run.md": "Run !`make deploy`.\n",
      ".codex/config.toml": config,
    });
    await project.precept(["import"]);
    const result = await json(project, "export", "--to", "gemini,codex,cursor");
    expect(result.code).toBe(1);
    expect(kinds(result)).toEqual({
      ".codex/config.toml": "programs",
      ".codex/rules/precept.rules": "programs",
      ".cursor/agents/reviewer.md": "create",
      ".cursor/cli.json": "programs",
      ".cursor/commands/commit.md": "create",
      ".cursor/commands/run.md": "create",
      ".cursor/mcp.json": "programs",
      ".cursorignore": "unchanged",
      ".gemini/agents/reviewer.md": "create",
      ".gemini/commands/commit.toml": "create",
      ".gemini/commands/run.toml": "programs",
      ".gemini/settings.json": "programs",
      ".geminiignore": "create",
    });
    const { programs } = result.actions.find(({ path }) => path === ".codex/config.toml") ?? {};
    expect(programs).toEqual(["https://mcp.example.com/", "FILES_TOKEN=${FILES_TOKEN} npx -y files-server"]);
    expect(await textOf(project, ".codex/config.toml")).toBe(config);
    const { out } = await project.precept(["export", "--to", "codex"]);
    expect(out).toContain("--allow-programs");
    const asked = await project.precept(["export", "--to", "codex"], { interactive: true, answer: true });
    expect(asked.out).toContain("npx -y files-server");
    expect(await textOf(project, ".codex/config.toml")).toBe(
      `${config}\n[mcp_servers.docs]\nurl = "https://mcp.example.com/"\nbearer_token_env_var = "DOCS_TOKEN"\n\n[mcp_servers.files]\ncommand = "npx"\nargs = [ "-y", "files-server" ]\nenv_vars = [ "FILES_TOKEN" ]\n`,
    );
    // What was allowed once is not asked again.
    expect((await project.precept(["export", "--to", "codex", "--check"])).code).toBe(0);
  });

  it("leaves a link to another tool's file with the item as it is, as long as the tool reads the same there", async () => {
    const project = await createProject({ ".clinerules/workflows/ship.md": "Ship it.\n" });
    await mkdir(join(project.dir, ".claude/commands"), { recursive: true });
    await symlink("../../.clinerules/workflows/ship.md", join(project.dir, ".claude/commands/ship.md"));
    expect((await json(project, "import")).notes).toEqual([]);
    const exported = await json(project, "export", "--to", "claude,cline");
    expect(exported.code).toBe(0);
    expect(kinds(exported)).toEqual({ ".clinerules/workflows/ship.md": "unchanged" });
    await writeFile(join(project.dir, ".precept/commands/ship.md"), "Ship it now.\n");
    expect(kinds(await json(project, "export", "--to", "claude,cline"))).toEqual({ ".clinerules/workflows/ship.md": "update" });
    // Cline is no part of this export, so its file keeps the text of before.
    await writeFile(join(project.dir, ".precept/commands/ship.md"), "Ship it tomorrow.\n");
    expect(kinds(await json(project, "export", "--to", "claude"))).toEqual({ ".claude/commands/ship.md": "unusable" });
  });

  it("needs no word in a project that the user trusts", async () => {
    const project = await createProject({ ".precept/mcp/files.yaml": "command: files-server\n" });
    const env = { PRECEPT_TRUSTED_DIRS: project.dir };
    expect((await project.precept(["export", "--to", "cursor"])).code).toBe(1);
    expect((await project.precept(["export", "--to", "cursor"], { env })).code).toBe(0);
    expect(JSON.parse(await textOf(project, ".cursor/mcp.json"))).toEqual({ mcpServers: { files: { command: "files-server" } } });
  });

  it("needs the user's word for keys of a tool that start programs or allow actions", async () => {
    const project = await createProject({
      ".precept/agents/a.md": '---\ndescription: A\nclaude: {"color":"red","permissionMode":"bypassPermissions"}\n---\n\nA.\n',
      ".precept/agents/b.md": '---\ndescription: B\nclaude: {"hooks":{"Stop":[{"command":"evil"}]}}\n---\n\nB.\n',
      ".precept/agents/c.md": '---\ndescription: C\nclaude: {"color":"red"}\n---\n\nC.\n',
    });
    expect(kinds(await json(project, "export", "--to", "claude"))).toEqual({
      ".claude/agents/a.md": "programs",
      ".claude/agents/b.md": "programs",
      ".claude/agents/c.md": "create",
    });
  });

  it("writes no file for an item of which the tool can express nothing", async () => {
    const project = await createProject({ ".precept/permissions.yaml": "ask:\n  - read(./.env)\n" });
    const { items = [], ...result } = await json(project, "export", "--to", "cursor,codex,gemini");
    expect(kinds(result)).toEqual({});
    expect(items.map(({ target, written }) => [target, written])).toEqual([
      ["cursor", false],
      ["codex", false],
      ["gemini", false],
    ]);
  });

  it("says what a tool does not get, and leaves out what would do more there", async () => {
    const project = await createProject({
      ".precept/agents/reviewer.md": '---\ndescription: Reviews\ntools: ["read", "shell"]\n---\n\nYou review.\n',
      ".precept/mcp/off.yaml": "command: off-server\nenabled: false\n",
      ".precept/commands/deploy.md": "---\ndescription: Deploys\n---\n\nDeploy $1 to $ARGUMENTS.\n",
    });
    const { items = [] } = await json(project, "export", "--to", "cursor", "--allow-programs");
    expect(items.map(({ name, written, notes }) => [name, written, notes.map(({ field }) => field)])).toEqual([
      ["deploy", true, ["description", "content", "content"]],
      ["reviewer", false, ["tools"]],
      ["off", false, ["enabled"]],
    ]);
    expect(Object.keys(await textsIn(project.dir))).toContain(".cursor/commands/deploy.md");
    expect(Object.keys(await textsIn(project.dir))).not.toContain(".cursor/mcp.json");
    await project.precept(["export", "--to", "cursor", "--allow-programs", "--lossy"]);
    expect(Object.keys(await textsIn(project.dir))).toContain(".cursor/agents/reviewer.md");
  });

  it.each(Object.keys(toolItems).filter((id) => id !== "precept"))(
    "to %s: is the same the second time, and leaves what others wrote",
    async (tool) => {
      const shared = { "zz-other": { list: [1, 2] } };
      const files = Object.fromEntries(
        (toolItems[tool as keyof typeof toolItems]?.formats ?? []).flatMap(({ at, form, path }) =>
          at === undefined ? [] : [[path, form === "toml" ? config : `// top\n${JSON.stringify(shared, null, "\t")}\n`] as const],
        ),
      );
      const project = await createProject({
        ...files,
        ".precept/commands/deploy.md": "---\ndescription: Deploys\n---\n\nDeploy $ARGUMENTS.\n",
        ".precept/agents/reviewer.md": "---\ndescription: Reviews\n---\n\nYou review.\n",
        ".precept/mcp/files.yaml": 'command: files-server\nargs:\n  - "${HOME}"\nenv:\n  TOKEN: ${TOKEN}\n',
        ".precept/permissions.yaml": "allow:\n  - shell(git status *)\ndeny:\n  - read\n",
        ".precept/ignore": "dist/\n",
      });
      const before = await textsIn(project.dir);
      const to = ["export", "--to", tool, "--allow-programs"];
      expect((await project.precept(to)).code).toBe(0);
      const after = await textsIn(project.dir);
      expect((await project.precept([...to, "--check"])).code).toBe(0);
      await project.precept(to);
      await project.precept(["import"]);
      await project.precept(to);
      expect(await textsIn(project.dir)).toEqual(after);
      for (const path of Object.keys(files)) {
        const expected = path.endsWith(".toml")
          ? 'theme = "dark" # keep'
          : '\t"zz-other": {\n\t\t"list": [\n\t\t\t1,\n\t\t\t2\n\t\t]\n\t}';
        expect(after[path]).toContain(expected);
        expect(after[path]).toMatch(path.endsWith(".toml") ? /^# mine\n/ : /^\/\/ top\n/);
      }
      await project.precept(["revert", "--yes"]);
      const { ".precept/ledger.json": _, ...restored } = await textsIn(project.dir);
      expect(restored).toEqual(before);
    },
  );
});

describe("edits of items in two places", () => {
  async function exported(): Promise<TestProject> {
    const project = await createProject({
      ".precept/commands/deploy.md": "---\ndescription: Deploys\n---\n\nDeploy.\n",
      ".precept/mcp/files.yaml": "command: files-server\nargs:\n  - one\n",
      ".cursor/mcp.json": '{ "mcpServers": { "own": { "command": "own" } } }\n',
    });
    await project.precept(["export", "--to", "claude,cursor", "--allow-programs"]);
    return project;
  }

  it("are merged if they change different fields", async () => {
    const project = await exported();
    const path = ".claude/commands/deploy.md";
    await writeFile(join(project.dir, path), (await textOf(project, path)).replace("Deploys", "Deploys it"));
    await writeFile(join(project.dir, ".precept/commands/deploy.md"), "---\ndescription: Deploys\n---\n\nDeploy now.\n");
    const edited = JSON.parse(await textOf(project, ".cursor/mcp.json")) as { mcpServers: { files: { args: string[] } } };
    edited.mcpServers.files.args.push("two");
    await writeFile(join(project.dir, ".cursor/mcp.json"), JSON.stringify(edited));
    expect((await project.precept(["export", "--to", "claude,cursor", "--check"])).code).toBe(1);
    expect((await json(project, "import")).conflicts).toEqual([]);
    expect(await textOf(project, ".precept/commands/deploy.md")).toBe("---\ndescription: Deploys it\n---\n\nDeploy now.\n");
    expect(await textOf(project, ".precept/mcp/files.yaml")).toBe("command: files-server\nargs:\n  - one\n  - two\n");
    expect((await json(project, "export", "--to", "claude,cursor", "--allow-programs")).code).toBe(0);
    expect(await textOf(project, path)).toContain("Deploys it\n---\n\nDeploy now.");
    expect(JSON.parse(await textOf(project, ".mcp.json"))).toMatchObject({ mcpServers: { files: { args: ["one", "two"] } } });
    expect((await project.precept(["export", "--to", "claude,cursor", "--check"])).code).toBe(0);
  });

  it("are a conflict if they change the same field, which --take decides", async () => {
    const project = await exported();
    const path = ".claude/commands/deploy.md";
    await writeFile(join(project.dir, path), (await textOf(project, path)).replace("Deploy.", "Deploy there."));
    await writeFile(join(project.dir, ".precept/commands/deploy.md"), "---\ndescription: Deploys\n---\n\nDeploy here.\n");
    const { conflicts, code } = await json(project, "import");
    expect(code).toBe(1);
    expect(conflicts?.map(({ field, versions }) => [field, versions.map(({ text }) => text)])).toEqual([
      ["content", ["Deploy here.\n", "Deploy there.\n"]],
    ]);
    expect(kinds(await json(project, "export", "--to", "claude"))[path]).toBe("changed");
    await project.precept(["import", "--take", path]);
    expect(await textOf(project, ".precept/commands/deploy.md")).toContain("Deploy there.");
  });

  it("do not count if they are in other keys of the same file", async () => {
    const project = await exported();
    const path = ".cursor/mcp.json";
    const text = await textOf(project, path);
    await writeFile(join(project.dir, path), text.replace('"own": {', '"mine": { "command": "mine" }, "own": {'));
    expect((await project.precept(["export", "--to", "claude,cursor", "--check"])).code).toBe(0);
    await project.precept(["revert", "--yes"]);
    const reverted = JSON.parse(await textOf(project, path)) as object;
    expect(reverted).toEqual({ mcpServers: { mine: { command: "mine" }, own: { command: "own" } } });
  });

  it("removes the value of a deleted item, and nothing else", async () => {
    const project = await exported();
    await rm(join(project.dir, ".precept/mcp/files.yaml"));
    expect(kinds(await json(project, "export", "--to", "claude,cursor"))).toMatchObject({
      ".mcp.json": "delete",
      ".cursor/mcp.json": "update",
    });
    expect(JSON.parse(await textOf(project, ".cursor/mcp.json"))).toEqual({ mcpServers: { own: { command: "own" } } });
  });
});

describe("hostile and broken files with items", () => {
  it("are problems with a place and a remedy, and do not affect the others", async () => {
    const project = await createProject({
      ".precept/commands/good.md": "Good.\n",
      ".precept/commands/bad.md": "---\ndescription: [\n---\n\nBad.\n",
      ".precept/mcp/bad.yaml": "command: a\n  args: b\n",
      ".precept/mcp/good.yaml": "command: good\n",
      ".vscode/mcp.json": '{ "servers": ',
    });
    const { problems = [], ...result } = await json(project, "export", "--to", "cursor,copilot", "--allow-programs");
    expect(kinds(result)).toEqual({
      ".cursor/commands/good.md": "create",
      ".cursor/mcp.json": "create",
      ".github/prompts/good.prompt.md": "create",
      ".vscode/mcp.json": "unreadable",
    });
    expect(problems.map(({ path, line }) => `${path}:${line}`)).toEqual([
      ".precept/commands/bad.md:3",
      ".precept/mcp/bad.yaml:1",
      ".vscode/mcp.json:1",
    ]);
    const { out } = await project.precept(["export", "--to", "copilot"]);
    expect(out).toContain(".precept/mcp/bad.yaml:1:");
    expect(out).toContain("Correct the file.");
  });

  it("keep what was exported from a file that is broken now", async () => {
    const project = await createProject({ ".precept/commands/a.md": "A.\n", ".precept/mcp/b.yaml": "command: b\n" });
    await project.precept(["export", "--to", "cursor", "--allow-programs"]);
    await writeFile(join(project.dir, ".precept/commands/a.md"), "---\na: [\n---\n");
    await writeFile(join(project.dir, ".precept/mcp/b.yaml"), "a: [\n");
    const result = await json(project, "export", "--to", "cursor", "--yes");
    expect(result.actions.filter(({ kind }) => kind !== "unchanged")).toEqual([]);
    expect(await textOf(project, ".cursor/commands/a.md")).toBe("A.\n");
    expect(await textOf(project, ".cursor/mcp.json")).toContain('"b"');
  });

  it("cannot pollute prototypes, escape their directories, or be read through links", async () => {
    const secret = await createProject({ "secret.md": "secret\n" });
    const project = await createProject({
      ".mcp.json":
        '{ "mcpServers": { "__proto__": { "command": "evil" }, "../../evil": { "command": "evil" }, "ok": { "command": "ok", "__proto__": { "x": 1 } } } }',
      ".vscode/mcp.json": '{ "servers": { "dup": { "command": "first" }, "dup": { "command": "second" } } }',
      ".cursor/mcp.json": "[1]",
      ".roo/mcp.json": '{ "mcpServers": [1] }',
      ".gemini/settings.json": '{ "mcpServers": { "n": 5 } }',
    });
    await mkdir(join(project.dir, ".claude/commands"), { recursive: true });
    await symlink(join(secret.dir, "secret.md"), join(project.dir, ".claude/commands/link.md"));
    await symlink(secret.dir, join(project.dir, ".claude/commands/dir"));
    const { notes = [] } = await json(project, "import");
    expect(Object.keys(await textsIn(join(project.dir, ".precept"))).filter((path) => path.startsWith("mcp/"))).toEqual([
      "mcp/dup.yaml",
      "mcp/ok.yaml",
    ]);
    expect(await textOf(project, ".precept/mcp/dup.yaml")).toContain("second");
    expect(({} as { x?: number }).x).toBeUndefined();
    expect(notes.map(({ path }) => path).toSorted()).toEqual([
      ".claude/commands/link.md",
      ".cursor/mcp.json",
      ".mcp.json",
      ".mcp.json",
    ]);
    await project.precept(["export", "--to", "claude", "--allow-programs", "--force", ".mcp.json"]);
    expect(await readdir(secret.dir)).toEqual(["secret.md"]);
  });

  it.each([150, 3000, 30_000])("with %i nested levels are problems, and the other files are read", async (depth) => {
    const deep = "[".repeat(depth) + "]".repeat(depth);
    const project = await createProject({
      ".mcp.json": `{ "mcpServers": { "deep": { "command": "x", "extra": ${deep} } } }`,
      ".codex/config.toml": `[mcp_servers.deep]\ncommand = "x"\nextra = ${deep}\n`,
      ".cursor/mcp.json": '{ "mcpServers": { "ok": { "command": "ok" } } }',
      ".precept/mcp/deep.yaml": `command: x\nclaude: { extra: ${deep} }\n`,
    });
    const { notes = [], ...result } = await json(project, "import");
    expect(kinds(result)).toEqual({ ".precept/mcp/ok.yaml": "create" });
    expect(notes.map(({ path }) => path).toSorted()).toEqual([".codex/config.toml", ".mcp.json", ".precept/mcp/deep.yaml"]);
    const exported = await json(project, "export", "--to", "claude,codex", "--allow-programs");
    expect(kinds(exported)).toEqual({ ".codex/config.toml": "unreadable", ".mcp.json": "unreadable" });
  });

  it("with a value of 1 MB are exported or reported", async () => {
    const long = "x".repeat(1_100_000);
    const project = await createProject({ ".precept/commands/long.md": `${long}\n`, ".precept/commands/short.md": "Short.\n" });
    const { problems = [], ...result } = await json(project, "export", "--to", "cursor");
    expect(kinds(result)).toEqual({ ".cursor/commands/short.md": "create" });
    expect(problems.map(({ message }) => message)).toEqual([expect.stringContaining("1,100,001 characters")]);
  });

  it("with other calls than prefix_rule are not read as permissions of Codex", async () => {
    const own = 'prefix_rule(pattern = ["git", "status"], decision = "allow")\n';
    const path = ".codex/rules/precept.rules";
    const project = await createProject({ [path]: `# mine\n${own}load("x")\n` });
    const { notes = [] } = await json(project, "import");
    expect(notes.map((note) => `${note.path} ${note.message.slice(0, 6)}`)).toEqual([`${path} Line 3`]);
    await writeFile(join(project.dir, path), `# mine\n${own}`);
    await project.precept(["import"]);
    expect(await textOf(project, ".precept/permissions.yaml")).toBe("allow:\n  - shell(git status *)\n");
  });

  it("cannot make a ledger remove keys of other files", async () => {
    const project = await createProject({ "package.json": '{ "scripts": { "test": "x" } }', ".precept/commands/a.md": "A.\n" });
    await project.precept(["export", "--to", "cursor"]);
    const path = join(project.dir, ".precept/ledger.json");
    const ledger = JSON.parse(await readFile(path, "utf8")) as { files: Record<string, object> };
    const items = [{ rule: "project:.precept/mcp/x.yaml", kind: "mcp", item: "0", at: ["scripts"], sha256: "0" }];
    ledger.files["package.json"] = { targets: ["cursor"], format: "items", rules: [], sha256: "0", items };
    await writeFile(path, JSON.stringify(ledger));
    await project.precept(["export", "--to", "cursor", "--force", ".cursor/commands/a.md", "--yes"]);
    expect(await textOf(project, "package.json")).toContain("scripts");
  });
});

it("lists items of each kind", async () => {
  const project = await createProject(claudeFiles);
  await project.precept(["import"]);
  for (const kind of ["commands", "subagents", "mcp", "ignore", "permissions"]) {
    expect(
      (JSON.parse((await project.precept(["list", "--kind", kind, "--json"])).out) as { items: unknown[] }).items.length,
    ).toBeGreaterThan(0);
  }
  const { out } = await project.precept(["explain", "--tool", "claude"]);
  expect(out).toContain('command "commit"');
  expect(out).not.toContain("a9D8f7");
  expect(itemKinds).toHaveLength(5);
});

it("notices a change of an item after an export that had nothing to do", async () => {
  const project = await createProject({ ".precept/commands/a.md": "A.\n" });
  const to = ["export", "--to", "cursor"];
  await project.precept(to);
  await project.precept(to);
  expect((await project.precept(to)).out).toContain("1 unchanged");
  await writeFile(join(project.dir, ".precept/commands/b.md"), "B.\n");
  expect((await project.precept(to)).out).toContain("created  .cursor/commands/b.md");
  await project.precept(to);
  await mkdir(join(project.dir, ".precept/mcp"));
  await writeFile(join(project.dir, ".precept/mcp/c.yaml"), "command: c\n");
  expect((await project.precept(to)).out).toContain("blocked  .cursor/mcp.json");
  await project.precept([...to, "--allow-programs"]);
  await project.precept(to);
  await rm(join(project.dir, ".cursor/mcp.json"));
  expect((await project.precept([...to, "--check"])).code).toBe(1);
});

it("detects tools by their commands and servers, and lists exported files in .gitignore, but not those of the user", async () => {
  const project = await createProject({
    ".precept/commands/a.md": "A.\n",
    ".precept/mcp/c.yaml": "command: c\n",
    ".cursor/mcp.json": '{ "mcpServers": { "own": { "command": "own" } } }\n',
    ".roo/commands/own.md": "Own.\n",
  });
  const { out } = await project.precept(["export", "--to", "detected", "--gitignore", "--allow-programs"]);
  expect(out).toContain(".cursor/commands/a.md");
  expect(await textOf(project, ".gitignore")).toBe(
    "# precept: exported files\n/.cursor/commands/a.md\n/.roo/commands/a.md\n/.roo/mcp.json\n# precept: end\n",
  );
});

describe("--kind", () => {
  const files = {
    ".cursor/rules/a.mdc": "---\nalwaysApply: true\n---\n\nBe kind.\n",
    ".cursor/commands/b.md": "B.\n",
    ".cursorignore": "dist/\n",
  };

  it("limits what is imported and exported, and leaves the files of other kinds as they are", async () => {
    const project = await createProject(files);
    expect(kinds(await json(project, "import", "--kind", "commands"))).toEqual({ ".precept/commands/b.md": "create" });
    expect(kinds(await json(project, "import", "--kind", "rules"))).toEqual({ ".precept/rules/a.md": "create" });
    await project.precept(["import"]);
    await project.precept(["export", "--to", "claude,gemini"]);
    await rm(join(project.dir, ".precept/rules/a.md"));
    await rm(join(project.dir, ".precept/ignore"));
    expect(kinds(await json(project, "export", "--to", "claude,gemini", "--kind", "commands,mcp"))).toEqual({
      ".claude/commands/b.md": "unchanged",
      ".gemini/commands/b.toml": "unchanged",
    });
    expect(kinds(await json(project, "export", "--to", "claude,gemini", "--kind", "rules"))).toEqual({
      ".claude/rules/a.md": "delete",
      "GEMINI.md": "delete",
    });
    expect(kinds(await json(project, "export", "--to", "gemini"))).toMatchObject({ ".geminiignore": "delete" });
  });

  it("lists the kinds if a name is none of them", async () => {
    const project = await createProject(files);
    for (const args of [
      ["import", "--kind", "comands"],
      ["export", "--to", "claude", "--kind", "comands"],
    ]) {
      expect(await project.precept(args)).toMatchObject({ code: 2, err: expect.stringContaining("commands") as string });
    }
  });
});
