import { rm } from "node:fs/promises";
import { join } from "node:path";
import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { hostIds } from "../host-ids.ts";
import { canaryCommand } from "../canary.ts";
import { encodeAction } from "../../test/encode-action.ts";
import { createHookProject, hookProjectFiles } from "../../test/hook-project.ts";

const claude = (event: string, more: object = {}): object => ({ hook_event_name: event, session_id: "s1", ...more });
const command = (text: string, more: object = {}): object =>
  claude("PreToolUse", { tool_name: "Bash", tool_input: { command: text }, ...more });
const open = (): Promise<never> => Promise.reject(new Error("The disk is gone."));

describe("a hook before a tool", () => {
  it("denies if the project cannot be opened, and says so", async () => {
    const { run } = await createHookProject({});
    const { stdout, stderr } = await run(command("ls"), "claude-code", { open });
    expect(stdout).toContain('"permissionDecision":"deny"');
    expect(stderr).toContain("The disk is gone.");
  });

  it.each([
    ["claude-code", '"permissionDecision":"ask"', "You decide"],
    ["codex", '"permissionDecision":"deny"', "make the same call again"],
  ] as const)("that runs out of time says so, and asks where %s can ask", async (host, decision, remedy) => {
    const { run } = await createHookProject({});
    const forever = new Promise<never>(() => undefined);
    const { stdout } = await run(command("ls"), host, { open: () => forever, deadline: 20 });
    expect(stdout).toContain(decision);
    expect(stdout).toContain("it ran out of time (0.02 seconds)");
    expect(stdout).toContain(remedy);
    expect(stdout).not.toContain("Tell a human");
  });

  it("denies if the host never ends standard input", async () => {
    const { run } = await createHookProject({});
    const { exitCode, stderr } = await run(new Promise<string>(() => undefined), "kiro", { deadline: 20 });
    expect([exitCode, stderr]).toEqual([2, expect.stringContaining("it ran out of time (0.02 seconds)")]);
  });

  it("denies the canary without opening the project", async () => {
    const { run } = await createHookProject({});
    for (const host of hostIds) {
      for (const { payload } of encodeAction(host, { type: "command", command: canaryCommand })) {
        const { stdout, stderr, exitCode } = await run(payload, host, { open });
        expect(`${stdout}${stderr}`).toContain("canary");
        expect(exitCode === 2 || /deny|block|"cancel":true/.test(stdout)).toBe(true);
      }
    }
  });

  it("denies empty input only if there is a policy of priority P0", async () => {
    const empty = { hook_event_name: "preToolUse", tool_name: "execute_bash", tool_input: {} };
    const guarded = await createHookProject();
    expect((await guarded.run(empty, "kiro")).exitCode).toBe(2);
    const unguarded = await createHookProject({ ".git/HEAD": "" });
    expect((await unguarded.run(empty, "kiro")).exitCode).toBe(0);
  });

  it("does not depend on the working directory of the agent if the host names the project", async () => {
    const { run, dir } = await createHookProject();
    const elsewhere = await createHookProject({ ".git/HEAD": "" });
    const { stdout } = await run(command("rm -rf x", { cwd: elsewhere.dir }), "claude-code", {
      env: { CLAUDE_PROJECT_DIR: dir },
    });
    expect(stdout).toContain('"permissionDecision":"deny"');
  });

  it("says nothing about an event that it does not know, and does not open the project", async () => {
    const { run } = await createHookProject({});
    expect(await run(claude("Notification"), "claude-code", { open })).toEqual({ stdout: "", stderr: "", exitCode: 0 });
  });

  it("does not deny an answer that the agent gives because of a hook, even if the project cannot be opened", async () => {
    const { run } = await createHookProject();
    const again = claude("Stop", { stop_hook_active: true, last_assistant_message: "KEY-1" });
    expect(await run(again, "claude-code")).toEqual({ stdout: "", stderr: "", exitCode: 0 });
    expect(await run(again, "claude-code", { open })).toMatchObject({ stdout: "", exitCode: 0 });
  });

  it("reports tools that it does not know", async () => {
    const { run } = await createHookProject();
    const { stderr, exitCode } = await run(
      claude("PreToolUse", { tool_name: "Teleport", tool_input: { to: "x" } }),
      "claude-code",
    );
    expect([exitCode, stderr]).toEqual([0, expect.stringContaining('"Teleport" is not known')]);
  });
});

describe("the rules of a conversation", () => {
  const read = claude("PreToolUse", { tool_name: "Read", tool_input: { file_path: "src/a.ts" } });

  it("are given once, again after a compaction, and again if they changed", async () => {
    const { run, write, dir } = await createHookProject();
    const receives = async (payload: object): Promise<boolean> =>
      (await run(payload, "claude-code")).stdout.includes("Use strict types");
    expect([await receives(read), await receives(read)]).toEqual([true, false]);
    await run(claude("PreCompact", { trigger: "auto" }), "claude-code");
    expect([await receives(read), await receives(read)]).toEqual([true, false]);
    await rm(join(dir, ".precept/state/hooks"), { recursive: true });
    expect(await receives(read)).toBe(true);
    await write(".precept/rules/ts.md", hookProjectFiles[".precept/rules/ts.md"] ?? "");
  });

  it("are given to a subagent too", async () => {
    const { run } = await createHookProject();
    await run(read, "claude-code");
    expect((await run({ ...read, agent_id: "a1" }, "claude-code")).stdout).toContain("Use strict types");
  });

  it("are given once if hooks run at the same time", async () => {
    const { run } = await createHookProject();
    const answers = await Promise.all(Array.from({ length: 8 }, () => run(read, "claude-code")));
    expect(answers.filter(({ stdout }) => stdout.includes("Use strict types"))).toHaveLength(1);
  });

  it("never exceed the limit of the host, and those that do not fit are named", async () => {
    const long = Object.fromEntries(
      Array.from({ length: 9 }, (_, at) => [
        `.precept/rules/r${at}.md`,
        `---\nname: r${at}\ndescription: R\ninclusion: always\n---\n\n${"Word ".repeat(600)}\n`,
      ]),
    );
    const { run } = await createHookProject({ ".git/HEAD": "", ...long });
    const { stdout } = await run(claude("SessionStart", { source: "startup" }), "claude-code");
    const { hookSpecificOutput } = JSON.parse(stdout) as { hookSpecificOutput: { additionalContext: string } };
    expect(hookSpecificOutput.additionalContext.length).toBeLessThanOrEqual(10_000);
    expect(hookSpecificOutput.additionalContext).toContain("`r8`. `precept show NAME` prints a rule.");
  });

  it("do not include those of files that the host reads itself", async () => {
    const { run } = await createHookProject({
      ".git/HEAD": "",
      "CLAUDE.md": "Own text.\n",
      ".cursor/rules/c.mdc": "---\nalwaysApply: true\n---\n\nCursor text.\n",
    });
    const { stdout } = await run(claude("SessionStart", { source: "startup" }), "claude-code");
    expect(stdout).toContain("Cursor text.");
    expect(stdout).not.toContain("Own text.");
  });
});

describe("any payload", () => {
  const keys = fc.constantFrom(
    "tool_name",
    "tool_input",
    "toolName",
    "toolArgs",
    "tool_info",
    "cursor_version",
    "session_id",
    "cwd",
    "workspace_roots",
    "preToolUse",
    "args",
    "prompt",
    "source",
  );
  const events = fc.constantFrom(
    "PreToolUse",
    "preToolUse",
    "BeforeTool",
    "beforeShellExecution",
    "Stop",
    "SessionStart",
    "constructor",
  );
  const eventKeys = fc.constantFrom(
    "hook_event_name",
    "hookEventName",
    "agent_action_name",
    "hookName",
    "event",
    "hook",
    "event_type",
  );

  it("is answered without an error, and never allowed except in Cursor's way of saying nothing", async () => {
    const { run } = await createHookProject({ ".git/HEAD": "" });
    const payload = fc.tuple(eventKeys, events, fc.dictionary(keys, fc.jsonValue({ maxDepth: 3 })));
    await fc.assert(
      fc.asyncProperty(payload, fc.constantFrom(...hostIds, undefined), async ([key, event, more], host) => {
        // A value of the payload can be the word itself.
        fc.pre(!JSON.stringify(more).includes("allow"));
        const { stdout, exitCode } = await run({ ...more, [key]: event }, host);
        expect([0, 2]).toContain(exitCode);
        expect(stdout.replace('{"permission":"allow"}', "")).not.toMatch(/"(?:allow|approve)"/);
      }),
    );
  });

  it("that is no JSON is denied by every host", async () => {
    const { run } = await createHookProject({});
    await fc.assert(
      fc.asyncProperty(fc.string(), fc.constantFrom(...hostIds), async (text, host) => {
        const { stdout, exitCode } = await run(`{${text}`, host, { open });
        expect(exitCode === 2 || /"(?:deny|block)"|"cancel":true/.test(stdout)).toBe(true);
      }),
    );
  });
});

it("composes the rules in the format of the configuration, by default the compact one", async () => {
  const rule = "---\nname: style\ndescription: Style\ninclusion: always\n---\n\nUse tabs.\n";
  const contextIn = async (config: string): Promise<string> => {
    const { run } = await createHookProject({ ".git/HEAD": "", ".precept/rules/style.md": rule, ".precept/config.yaml": config });
    const { stdout } = await run(claude("SessionStart", { source: "startup" }), "claude-code");
    return (JSON.parse(stdout) as { hookSpecificOutput: { additionalContext: string } }).hookSpecificOutput.additionalContext;
  };
  expect(await contextIn("{}\n")).toBe("Rules:\n***\nUse tabs.\n***");
  expect(await contextIn("format: xml\n")).toContain('<rule name="style"');
});
