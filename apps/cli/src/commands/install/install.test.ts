import { mkdir, readdir, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { createProject, type TestProject } from "../../../test/precept-in.ts";

interface InstallJson {
  readonly done: boolean;
  readonly command: string;
  readonly files: readonly { path: string; kind: string; agents: readonly string[]; problem?: string }[];
  readonly agents: readonly { agent: string; parts: readonly string[]; next_steps: readonly string[] }[];
}

async function json({ precept }: TestProject, ...args: string[]): Promise<InstallJson> {
  return JSON.parse((await precept([...args, "--json"])).out) as InstallJson;
}

describe("precept install", () => {
  it("writes the files of an agent and says what to do next", async () => {
    const project = await createProject({ "src/a.ts": "" });
    const { out, code } = await project.precept(["install", "codex"]);
    expect(code).toBe(0);
    expect(out).toContain("created  .codex/hooks.json");
    expect(out).not.toContain(".codex/config.toml");
    expect(out).toContain("Without the MCP server (--mcp adds it), because hooks give the rules to: Codex CLI");
    expect(out).toContain("open /hooks and trust each hook");
    expect(out).toContain("precept doctor");
    expect(await readFile(join(project.dir, ".codex/hooks.json"), "utf8")).toContain("hook codex");
    const again = (await project.precept(["install", "codex", "--mcp"])).out;
    expect(again).toContain("unchanged  .codex/hooks.json");
    expect(again).toContain("created    .codex/config.toml");
    expect((await project.precept(["install", "codex"])).out).not.toContain("deleted");
    expect(await readFile(join(project.dir, ".codex/config.toml"), "utf8")).toContain("[mcp_servers.precept]");
    expect((await project.precept(["uninstall"])).out).toContain("deleted  .codex/hooks.json");
    expect(await readdir(project.dir)).toEqual(["src"]);
    expect((await project.precept(["uninstall"])).out).toBe("Nothing to uninstall.\n");
  });

  it("adds the MCP server only to agents whose hooks give no rules, unless options say otherwise", async () => {
    const project = await createProject({ "src/a.ts": "" });
    const agents = ["claude-code", "cursor", "amp"];
    const pathsWith = async (...options: readonly string[]) =>
      (await json(project, "install", ...agents, "--dry-run", ...options)).files.map(({ path }) => path).toSorted();
    const servers = [".amp/settings.json", ".cursor/mcp.json", ".mcp.json"];
    const hooks = [".amp/plugins/precept.js", ".claude/settings.json", ".cursor/hooks.json"];
    expect(await pathsWith()).toEqual([...hooks, ".amp/settings.json"].toSorted());
    expect(await pathsWith("--mcp")).toEqual([...hooks, ...servers].toSorted());
    expect(await pathsWith("--no-mcp")).toEqual(hooks);
    expect(await pathsWith("--no-hooks")).toEqual(servers);
    const { agents: installed } = await json(project, "install", "claude-code", "windsurf", "goose", "--dry-run");
    expect(installed.map(({ parts }) => parts)).toEqual([["hooks"], ["hooks", "mcp"], ["hooks", "mcp"]]);
    expect(installed.map(({ next_steps: steps }) => steps.join("\n").includes("MCP"))).toEqual([false, true, true]);
    const { out } = await project.precept(["install", "windsurf", "claude-code", "--dry-run"]);
    expect(out).toContain("With the MCP server, because hooks give no rules to: Windsurf\n");
  });

  it("finds the agents that the project has files of", async () => {
    const project = await createProject({ ".cursor/rules/a.mdc": "", "GEMINI.md": "" });
    const { agents } = await json(project, "install", "detected");
    expect(agents.map(({ agent }) => agent)).toEqual(["cursor", "gemini"]);
    const empty = await createProject({ "src/a.ts": "" });
    expect((await empty.precept(["install", "detected"])).out).toContain("Name the agents");
  });

  it("shows the difference with --dry-run and writes nothing", async () => {
    const project = await createProject({ ".claude/settings.json": '{\n  "model": "large"\n}\n' });
    const { out } = await project.precept(["install", "claude-code", "--dry-run", "--no-mcp"]);
    expect(out).toContain("update  .claude/settings.json");
    expect(out).toContain('-  "model": "large"');
    expect(out).toContain('"onFailure": "block"');
    expect(await readFile(join(project.dir, ".claude/settings.json"), "utf8")).toBe('{\n  "model": "large"\n}\n');
    expect(await readdir(project.dir)).toEqual([".claude"]);
  });

  it("uses the dependency of the project, else precept from the PATH, else npx", async () => {
    const project = await createProject({
      ".git/HEAD": "",
      "bin/precept": "#!/bin/sh\n",
      "node_modules/.bin/precept": "#!/bin/sh\n",
    });
    const bare = await createProject({ ".git/HEAD": "" });
    expect((await json(project, "install", "cursor", "--dry-run")).command).toBe("node_modules/.bin/precept");
    expect((await json(bare, "install", "cursor", "--dry-run")).command).toBe("npx --yes @precept/cli");
    const env = { PATH: join(project.dir, "bin") };
    await mkdir(join(project.dir, "bin"), { recursive: true });
    await writeFile(join(project.dir, "bin/precept"), "#!/bin/sh\n", { mode: 0o755 });
    const { chmod } = await import("node:fs/promises");
    await chmod(join(project.dir, "bin/precept"), 0o755);
    const { out } = await bare.precept(["install", "cursor", "--dry-run", "--json"], { env });
    expect((JSON.parse(out) as InstallJson).command).toBe("precept");
    expect((await json(bare, "install", "cursor", "--dry-run", "--command", "node 'my tools/main.js'")).command).toBe(
      "node my tools/main.js",
    );
  });

  it("changes the files of the user with --global", async () => {
    const project = await createProject({ "home/.cursor/x": "", ".git/HEAD": "" });
    const env = { HOME: join(project.dir, "home"), PRECEPT_HOME: join(project.dir, "home/.precept") };
    await project.precept(["install", "detected", "--global"], { env });
    expect(await readFile(join(project.dir, "home/.cursor/hooks.json"), "utf8")).toContain("hook cursor");
    await project.precept(["uninstall", "--global"], { env });
    expect((await readdir(project.dir, { recursive: true })).toSorted()).toEqual([
      ".git",
      ".git/HEAD",
      "home",
      "home/.cursor",
      "home/.cursor/x",
    ]);
  });

  it("reports a file that it cannot read, with the place, and exits with 1", async () => {
    const project = await createProject({ ".cursor/hooks.json": '{\n  "hooks": {,}\n}\n' });
    const { out, code } = await project.precept(["install", "cursor", "--mcp"]);
    expect(code).toBe(1);
    expect(out).toContain("blocked  .cursor/hooks.json");
    expect(out).toContain(".cursor/hooks.json:2:13:");
    expect(out).toContain("created  .cursor/mcp.json");
  });
});
