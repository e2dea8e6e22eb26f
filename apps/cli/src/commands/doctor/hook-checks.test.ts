import { chmod, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { hostIds } from "@precept/agent-hooks";
import { describe, expect, it } from "vitest";
import { createProject, type TestProject } from "../../../test/precept-in.ts";

interface Finding {
  readonly level: string;
  readonly what: string;
  readonly found: string;
}

/** Runs `precept doctor` and returns what it says about hooks. */
async function hookFindings({ dir, precept }: TestProject, ...args: string[]): Promise<readonly Finding[]> {
  return hookFindingsOf({ dir, precept }, {}, ...args);
}

async function hookFindingsOf(
  { dir, precept }: TestProject,
  more: Readonly<Record<string, string>>,
  ...args: string[]
): Promise<readonly Finding[]> {
  const env = { PATH: process.env["PATH"] ?? "", HOME: join(dir, "home"), ...more };
  const { out } = await precept(["doctor", "--json", ...args], { env });
  const { findings } = JSON.parse(out) as { findings: readonly Finding[] };
  return findings.filter(({ what }) => what.includes("hook"));
}

/** A project with a replacement of an installed `precept`, and hooks that start it. */
async function createInstalled(script: string, ...hosts: readonly string[]): Promise<{ project: TestProject; command: string }> {
  const project = await createProject({ ".git/HEAD": "", "tools/precept": script });
  const command = join(project.dir, "tools/precept");
  await chmod(command, 0o755);
  await project.precept(["install", ...hosts, "--command", command]);
  return { project, command };
}

const denying = "#!/bin/sh\ngrep -q precept-canary- && echo 'denied by a policy' >&2 && exit 2\n";

describe("precept doctor", () => {
  it("sends a canary through the hook of every agent and sees it stopped", async () => {
    const { project, command } = await createInstalled(denying, ...hostIds);
    const findings = await hookFindings(project, "--command", command);
    expect(findings.map(({ level }) => level)).toEqual(hostIds.map(() => "ok"));
    expect(findings.every(({ found }) => found.includes("the canary was stopped"))).toBe(true);
  });

  it.each([
    ["claude-code", ".claude/settings.json", "{ // mine\n", "comments"],
    ["claude-code", ".claude/settings.json", `{ "permissions": { "allow": ["Read",] },`, "a comma before a closing bracket"],
    ["codex", ".codex/hooks.json", "\uFEFF{", "a byte order mark"],
  ])("fails if %s does not read its file: %s begins with %j", async (host, path, start, extra) => {
    const { project, command } = await createInstalled(denying, host);
    const text = await readFile(join(project.dir, path), "utf8");
    await writeFile(join(project.dir, path), text.replace("{", start));
    const [finding] = await hookFindings(project, "--command", command);
    expect(finding).toMatchObject({ level: "fail", found: expect.stringContaining(`${path} has ${extra}, which`) });
  });

  it.each([
    ["is silent", "#!/bin/sh\ncat >/dev/null\n", "the canary was not stopped"],
    [
      "allows",
      `#!/bin/sh\ncat >/dev/null\necho '{"hookSpecificOutput":{"permissionDecision":"allow"}}'\n`,
      "the canary was not stopped",
    ],
    ["fails", "#!/bin/sh\necho broken >&2\nexit 1\n", "the hook failed: exit code 1: broken"],
    ["denies without a reason", "#!/bin/sh\nexit 2\n", "the hook failed: exit code 2"],
  ])("fails if a hook %s", async (_, script, problem) => {
    const { project, command } = await createInstalled(script, "claude-code", "cursor");
    const findings = await hookFindings(project, "--command", command);
    expect(findings.map(({ level }) => level)).toEqual(["fail", "fail"]);
    expect(findings[0]?.found).toContain(problem);
  });

  it("does not run a command that the files of the project name and the user did not", async () => {
    const { project } = await createInstalled("#!/bin/sh\ntouch ran\nexit 2\n", "claude-code", "cline", "opencode");
    const findings = await hookFindingsOf(project, { PRECEPT_HOME: join(project.dir, "home/other-user") });
    expect(findings.map(({ level }) => level)).toEqual(["warn", "warn", "warn"]);
    expect(findings[0]?.found).toContain("not tried");
    expect((await project.precept(["list"])).code).toBe(0);
    const { existsSync } = await import("node:fs");
    expect(existsSync(join(project.dir, "ran"))).toBe(false);
  });

  it("tries the command with which the user installed the hooks, whatever its name", async () => {
    const project = await createProject({ ".git/HEAD": "", "tools/guard.sh": denying });
    await project.precept(["install", "claude-code", "cline", "--command", `sh ${join(project.dir, "tools/guard.sh")}`]);
    expect((await hookFindings(project)).map(({ level, found }) => [level, found.includes("the canary was stopped")])).toEqual([
      ["ok", true],
      ["ok", true],
    ]);
  });

  it("fails if a hook does not stop the canary of a subagent", async () => {
    const script = "#!/bin/sh\ninput=$(cat)\ncase $input in *agent_id*) exit 0;; esac\necho denied >&2\nexit 2\n";
    const { project } = await createInstalled(script, "claude-code");
    const [finding] = await hookFindings(project);
    expect(finding?.level).toBe("fail");
    expect(finding?.found).toContain("the canary was not stopped: in a subagent");
  });

  it("fails if installed hooks were removed or are turned off", async () => {
    const { project } = await createInstalled(denying, "claude-code", "cursor");
    await writeFile(join(project.dir, ".claude/settings.json"), "{}");
    await writeFile(join(project.dir, ".claude/settings.local.json"), '{ "disableAllHooks": true }');
    const found = (await hookFindings(project)).filter(({ level }) => level === "fail").map((one) => one.found);
    expect(found).toEqual([
      expect.stringContaining("settings.local.json turns all hooks off"),
      expect.stringContaining("The hooks of Claude Code were removed from .claude/settings.json"),
    ]);
  });

  it("says that no hooks are installed", async () => {
    const project = await createProject({ ".git/HEAD": "" });
    expect(await hookFindings(project)).toEqual([expect.objectContaining({ level: "ok", found: "none installed" })]);
  });
});
