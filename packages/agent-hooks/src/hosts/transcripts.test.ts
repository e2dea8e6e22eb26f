import { hosts } from "@precept/mdc-compat/hooks";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { hostIds, type HostId } from "../host-ids.ts";
import type { AgentAction } from "../../test/agent-action.ts";
import { encodeAction, encodedCwd } from "../../test/encode-action.ts";
import { createHookProject, type HookProject } from "../../test/hook-project.ts";

/** What happens in a session, in this order. */
const story: readonly (readonly [string, AgentAction])[] = [
  ["a prompt", { type: "prompt", text: "Fix the cart" }],
  ["a prompt with a key", { type: "prompt", text: "Use KEY-123" }],
  ["a harmless command", { type: "command", command: "ls" }],
  ["a dangerous command", { type: "command", command: "rm -rf build" }],
  ["a command that a human decides on", { type: "command", command: "make deploy" }],
  ["a file that TypeScript rules apply to", { type: "read", path: "src/a.ts" }],
  ["the same file again", { type: "edit", path: "src/a.ts", old: "a", new: "b" }],
  ["a file with a mistake", { type: "write", path: "src/b.js", content: "eval(x)" }],
  ["a guard", { type: "write", path: ".git/hooks/pre-commit", content: "exit 0" }],
  [
    "a tool of an MCP server that runs a command",
    { type: "mcp", server: "shell", tool: "run", input: { command: "rm -rf build" } },
  ],
  ["a result with a key", { type: "result", tool: "WebFetch", text: "KEY-123" }],
  ["a harmless result", { type: "result", tool: "WebFetch", text: "ok" }],
  ["an answer with a key", { type: "response", text: "It is KEY-123" }],
];

/** The start of a session and of a compaction, as hosts with such an event send them. */
const sessionEvents: Partial<Record<HostId, readonly object[]>> = {
  "claude-code": [
    { session_id: "s1", cwd: encodedCwd, hook_event_name: "SessionStart", source: "startup" },
    { session_id: "s1", cwd: encodedCwd, hook_event_name: "SessionStart", source: "compact" },
    {
      session_id: "s1",
      prompt_id: "p",
      cwd: encodedCwd,
      hook_event_name: "SubagentStart",
      agent_id: "a1",
      agent_type: "Explore",
    },
    { session_id: "s1", prompt_id: "p", cwd: encodedCwd, hook_event_name: "Notification", message: "Waiting" },
  ],
  cursor: [
    {
      conversation_id: "s1",
      generation_id: "g",
      cursor_version: "2",
      workspace_roots: [encodedCwd],
      hook_event_name: "sessionStart",
    },
    {
      conversation_id: "s1",
      generation_id: "g",
      cursor_version: "2",
      workspace_roots: [encodedCwd],
      hook_event_name: "stop",
      status: "completed",
    },
  ],
  codex: [{ session_id: "s1", cwd: encodedCwd, hook_event_name: "SessionStart", source: "startup" }],
  "copilot-cli": [{ sessionId: "s1", timestamp: 1, cwd: encodedCwd, source: "new", initialPrompt: "" }],
  vscode: [{ sessionId: "s1", timestamp: "1", cwd: encodedCwd, hookEventName: "SessionStart", source: "new" }],
  gemini: [
    {
      session_id: "s1",
      transcript_path: "/t",
      timestamp: "1",
      cwd: encodedCwd,
      hook_event_name: "SessionStart",
      source: "startup",
    },
    { session_id: "s1", transcript_path: "/t", timestamp: "1", cwd: encodedCwd, hook_event_name: "PreCompress", trigger: "auto" },
  ],
  qwen: [
    {
      session_id: "s1",
      transcript_path: "/t",
      timestamp: "1",
      permission_mode: "default",
      cwd: encodedCwd,
      hook_event_name: "SessionStart",
      source: "startup",
    },
  ],
  cline: [{ taskId: "s1", workspaceRoots: [encodedCwd], hookName: "TaskStart", taskStart: { taskMetadata: {} } }],
  kiro: [{ hook_event_name: "agentSpawn", cwd: encodedCwd }],
  droid: [
    {
      session_id: "s1",
      transcript_path: "/t",
      permission_mode: "off",
      cwd: encodedCwd,
      hook_event_name: "SessionStart",
      source: "startup",
    },
  ],
  goose: [{ event: "SessionStart", session_id: "s1", working_dir: encodedCwd }],
  openhands: [{ event_type: "SessionStart", session_id: "s1", working_dir: encodedCwd }],
};

async function runAndPrint({ run }: HookProject, host: HostId, title: string, payload: object | string): Promise<string> {
  const { stdout, stderr, exitCode } = await run(payload, host);
  const given = typeof payload === "string" ? payload : JSON.stringify(payload);
  const parts = [
    `## ${title}`,
    "",
    `< ${given}`,
    ...(stdout === "" ? [] : [`> ${stdout.trimEnd()}`]),
    ...(stderr === "" ? [] : [`! ${stderr.trimEnd()}`]),
  ];
  // The keys of questions depend on the text of the call.
  return [...parts, `= ${exitCode}`].join("\n").replaceAll(/question [0-9a-f]{12}/g, "question KEY");
}

describe.each(hostIds)("a session of %s", (host) => {
  it("is answered as in the transcript", async () => {
    const project = await createHookProject();
    const entries = [`# ${hosts[host].title}`];
    for (const payload of sessionEvents[host] ?? [])
      entries.push(await runAndPrint(project, host, "an event of the session", payload));
    for (const [title, action] of story) {
      for (const { shape, payload } of encodeAction(host, action))
        entries.push(await runAndPrint(project, host, `${title}: ${shape}`, payload));
    }
    entries.push(await runAndPrint(project, host, "a payload that is cut off", '{"tool_input":{"command":"ls'));
    await expect(`${entries.join("\n\n")}\n`).toMatchFileSnapshot(join(import.meta.dirname, "golden", `${host}.txt`));
  }, 60_000);
});
