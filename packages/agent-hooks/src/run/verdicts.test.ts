import { describe, expect, it } from "vitest";
import type { HostId } from "../host-ids.ts";
import { encodeAction } from "../../test/encode-action.ts";
import { createHookProject, hookProjectFiles } from "../../test/hook-project.ts";

const fix = `
id: NO-HARD-RESET
severity: HIGH
match: { pattern: 'git reset --hard', context_filter: { subject: command } }
message: This discards work.
fix: { replacement: 'git stash' }
`;
const files = { ...hookProjectFiles, ".precept/policies/fix.yaml": fix };
const command = "git reset --hard && ls";

async function runCommand(host: HostId, text: string = command) {
  const { run } = await createHookProject(files);
  const [encoded] = encodeAction(host, { type: "command", command: text });
  return run(encoded?.payload ?? {}, host);
}

describe("a call with a fix", () => {
  it.each([
    ["claude-code", (input: object) => ({ hookSpecificOutput: { updatedInput: input } })],
    ["gemini", (input: object) => ({ hookSpecificOutput: { tool_input: input } })],
    ["copilot-cli", (input: object) => ({ modifiedArgs: input })],
    ["opencode", (input: object) => ({ input })],
  ] as const)("runs fixed in %s, which still asks its own questions", async (host, answerWith) => {
    const { stdout, exitCode } = await runCommand(host);
    expect(exitCode).toBe(0);
    expect(JSON.parse(stdout)).toMatchObject(answerWith({ command: "git stash && ls" }));
    expect(stdout).not.toMatch(/allow|deny|block/);
  });

  it.each(["claude-code", "copilot-cli"] as const)(
    "is described to the model of %s, which is not told by its host",
    async (host) => {
      const { stdout } = await runCommand(host);
      expect(stdout).toContain("A policy changed this call");
      expect(stdout).toContain("NO-HARD-RESET");
      expect(stdout).toContain(String.raw`\nThe corrected text:\ngit stash && ls`);
    },
  );

  it.each(["codex", "qwen", "cursor", "kiro", "cline", "windsurf"] as const)(
    "is denied in %s, with the fix as a text",
    async (host) => {
      const { stdout, stderr, exitCode } = await runCommand(host);
      expect(exitCode === 2 || /"(?:deny|block)"|"cancel":true/.test(stdout)).toBe(true);
      expect(`${stdout}${stderr}`).toContain("git stash && ls");
      expect(`${stdout}${stderr}`).toContain("Make the call again with this text.");
    },
  );

  it("is denied if the fixed call still needs an answer", async () => {
    const { stdout } = await runCommand("claude-code", `${command} && deploy`);
    expect(JSON.parse(stdout)).toMatchObject({ hookSpecificOutput: { permissionDecision: "deny" } });
  });
});

it("a violation without a fix denies before a tool instead of giving advice after it", async () => {
  const { run } = await createHookProject(files);
  const [encoded] = encodeAction("claude-code", { type: "write", path: "a.ts", content: "eval(x)" });
  const { stdout } = await run(encoded?.payload ?? {}, "claude-code");
  expect(JSON.parse(stdout)).toMatchObject({ hookSpecificOutput: { permissionDecision: "deny" } });
  expect(stdout).toContain("Parse the text.");
});

describe("a call that a policy asks about", () => {
  it.each([
    ["gemini", {}, "ask"],
    ["gemini", { CI: "true" }, "deny"],
    ["claude-code", { CI: "true" }, "ask"],
  ] as const)("in %s with the environment %j: %s", async (host, env, verdict) => {
    const { run } = await createHookProject();
    const [encoded] = encodeAction(host, { type: "command", command: "deploy" });
    const { stdout } = await run(encoded?.payload ?? {}, host, { env });
    expect(stdout).toMatch(new RegExp(`"(?:decision|permissionDecision)":"${verdict}"`));
    expect(stdout).toContain("This deploys.");
  });
});

describe("a result that must not reach the model", () => {
  const after = (tool_name: string, tool_input: object, tool_response?: unknown) => ({
    hook_event_name: "PostToolUse",
    session_id: "s1",
    prompt_id: "p1",
    tool_name,
    tool_input,
    ...(tool_response !== undefined && { tool_response }),
  });

  it.each([
    [
      after("Bash", { command: "ls" }, { stdout: "KEY-1", stderr: "no KEY-2", interrupted: false, isImage: false }),
      { stdout: expect.stringContaining("NO-KEYS"), stderr: "", interrupted: false, isImage: false },
    ],
    [
      after("Read", { file_path: "a" }, { type: "text", file: { filePath: "/a", content: "KEY-1", numLines: 1 } }),
      { type: "text", file: { filePath: "/a", content: expect.stringContaining("was withheld"), numLines: 1 } },
    ],
    [after("mcp__s__t", {}, "KEY-1"), expect.stringContaining("NO-KEYS")],
  ])("is replaced in its own shape: %#", async (payload, expected) => {
    const { run } = await createHookProject();
    const { stdout } = await run(payload, "claude-code");
    const answer = JSON.parse(stdout);
    expect(answer.hookSpecificOutput.updatedToolOutput).toEqual(expected);
    expect(answer).not.toHaveProperty("decision");
    expect(stdout).not.toContain("KEY-1");
  });

  it("was seen if the host cannot replace it, and the message says so", async () => {
    const { run } = await createHookProject();
    const [encoded] = encodeAction("qwen", { type: "result", tool: "web_fetch", text: "KEY-1" });
    const { stdout } = await run(encoded?.payload ?? {}, "qwen");
    expect(JSON.parse(stdout).hookSpecificOutput.additionalContext).toContain("It was seen: it could not be withheld.");
    expect(stdout).not.toContain('"block"');
  });

  it("is not read from a file that the host would read again after a compaction", async () => {
    const { run, write } = await createHookProject();
    await write("notes.txt", "KEY-1");
    await write("plain.txt", "Nothing.");
    for (const [name, isDenied] of [
      ["notes.txt", true],
      ["plain.txt", false],
    ] as const) {
      const [encoded] = encodeAction("claude-code", { type: "read", path: name });
      const { stdout } = await run(encoded?.payload ?? {}, "claude-code");
      expect([name, stdout.includes('"permissionDecision":"deny"')]).toEqual([name, isDenied]);
    }
  });
});
