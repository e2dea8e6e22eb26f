import type { Receipt } from "@precept/contract";
import { readSession } from "@precept/evidence";
import { describe, expect, it } from "vitest";
import { createHookProject, type HookProject } from "../../test/hook-project.ts";
import type { HostId } from "../host-ids.ts";

const ruleFile = (name: string, fields: string) =>
  `---\nname: ${name}\ndescription: About ${name}\n${fields}\n---\n\nText of ${name}.\n`;

const createRules = () =>
  createHookProject({
    ".git/HEAD": "ref: refs/heads/main\n",
    ".precept/rules/all.md": ruleFile("all", "inclusion: always"),
    ".precept/rules/review.md": ruleFile("review", "inclusion: manual"),
    ".precept/rules/ts.md": ruleFile("ts", 'inclusion: fileMatch\nglobs: ["*.ts"]'),
  });

const asked = "Fix the cart, see #review.";
const time = 1_795_348_800_000;

/** What hosts send at the start, at a prompt, when a file was read or is to be read, and at the start of a resumed session. */
const payloads: Partial<Record<HostId, readonly object[]>> = {
  "claude-code": [
    { hook_event_name: "SessionStart", session_id: "s1", source: "startup" },
    { hook_event_name: "UserPromptSubmit", session_id: "s1", prompt_id: "p", prompt: asked },
    { hook_event_name: "PreToolUse", session_id: "s1", prompt_id: "p", tool_name: "Read", tool_input: { file_path: "a.ts" } },
    { hook_event_name: "SessionStart", session_id: "s1", source: "resume" },
  ],
  codex: [
    { hook_event_name: "SessionStart", session_id: "s1", source: "startup" },
    { hook_event_name: "UserPromptSubmit", session_id: "s1", turn_id: "t", prompt: asked },
    {
      hook_event_name: "PreToolUse",
      session_id: "s1",
      turn_id: "t",
      tool_name: "apply_patch",
      tool_input: { command: "*** Begin Patch\n*** Add File: a.ts\n+1\n*** End Patch" },
    },
    { hook_event_name: "SessionStart", session_id: "s1", source: "resume" },
  ],
  gemini: [
    { hook_event_name: "SessionStart", session_id: "s1", timestamp: "", transcript_path: "", source: "startup" },
    { hook_event_name: "BeforeAgent", session_id: "s1", timestamp: "", prompt: asked },
    { hook_event_name: "AfterTool", session_id: "s1", timestamp: "", tool_name: "read_file", tool_input: { file_path: "a.ts" } },
    { hook_event_name: "SessionStart", session_id: "s1", timestamp: "", transcript_path: "", source: "resume" },
  ],
  qwen: [
    { hook_event_name: "SessionStart", session_id: "s1", timestamp: "", transcript_path: "", permission_mode: "yolo" },
    { hook_event_name: "UserPromptSubmit", session_id: "s1", prompt: asked, submitted_prompt: asked },
    {
      hook_event_name: "PostToolUse",
      session_id: "s1",
      timestamp: "",
      transcript_path: "",
      permission_mode: "yolo",
      tool_name: "read_file",
      tool_input: { file_path: "a.ts" },
    },
    {
      hook_event_name: "SessionStart",
      session_id: "s1",
      timestamp: "",
      transcript_path: "",
      permission_mode: "yolo",
      source: "resume",
    },
  ],
  "copilot-cli": [
    { sessionId: "s1", timestamp: time, source: "new", initialPrompt: asked },
    { sessionId: "s1", timestamp: time, prompt: asked },
    { sessionId: "s1", timestamp: time, toolName: "view", toolArgs: { path: "a.ts" } },
    { sessionId: "s1", timestamp: time, source: "resume", initialPrompt: "Continue." },
  ],
};

/** The rules that an answer gives. */
const givenIn = (stdout: string): string =>
  ["all", "review", "ts"].filter((name) => stdout.includes(`Text of ${name}`)).join(" ");

const receiptsOf = ({ dir }: HookProject): readonly Receipt[] =>
  (readSession(dir, "s1")?.records ?? []).filter((record): record is Receipt => record.kind === "receipt");

describe("a resumed session", () => {
  it.each([
    ["claude-code", "ts"],
    ["codex", ""],
    ["gemini", "all review"],
    ["qwen", "all"],
    ["copilot-cli", "all ts"],
  ] as const)("of %s is given what the host did not keep: %s", async (host, lost) => {
    const project = await createRules();
    const given: string[] = [];
    for (const payload of payloads[host] ?? []) given.push(givenIn((await project.run(payload, host)).stdout));
    expect(given).toEqual(["all", "review", "ts", lost]);
    // What the resume gave is lost at the next one if its event is not kept.
    const again = await project.run(payloads[host]?.at(-1) ?? {}, host);
    expect(givenIn(again.stdout)).toBe(host === "claude-code" ? "" : lost);
  });
});

describe("a compaction at an event that takes no context", () => {
  it("is followed by all rules at the next event that takes some, whatever that is about", async () => {
    const project = await createRules();
    const send = async (payload: object) => givenIn((await project.run({ sessionID: "s1", ...payload }, "opencode")).stdout);
    const tool = (name: string, args: object) => ({ hook: "tool.execute.after", tool: name, callID: "c", args, output: "" });
    expect(await send({ hook: "chat.message", prompt: asked })).toBe("all review");
    expect(await send(tool("read", { filePath: "a.ts" }))).toBe("ts");
    expect(await send({ hook: "session.compacted" })).toBe("");
    expect(await send({ ...tool("bash", { command: "ls" }), hook: "tool.execute.before" })).toBe("");
    expect(await send(tool("bash", { command: "ls" }))).toBe("all review ts");
    expect(await send(tool("bash", { command: "ls" }))).toBe("");
    expect(await send({ hook: "chat.message", prompt: "Continue." })).toBe("");
  });
});

describe("a subagent of Copilot CLI", () => {
  it("belongs to the session that started it, and has the rules of its prompt", async () => {
    const project = await createRules();
    const main = (payload: object) => project.run({ sessionId: "s1", timestamp: time, ...payload }, "copilot-cli");
    await main({ source: "new" });
    await main({ prompt: asked });
    const subagent = { sessionId: "s2", agentId: "s2", agentType: "general-purpose", parentAgentId: "s1" };
    expect(givenIn((await main({ ...subagent, prompt: "Read the total." })).stdout)).toBe("all review");
    expect(givenIn((await main({ ...subagent, prompt: "Read it again." })).stdout)).toBe("");
    expect(receiptsOf(project).map(({ subagent: id, event }) => [id, event])).toEqual([
      [null, "start"],
      [null, "prompt"],
      ["s2", "prompt"],
      ["s2", "prompt"],
    ]);
    expect(readSession(project.dir, "s2")).toBeUndefined();
  });
});

describe("a subagent whose start takes no context", () => {
  it("is given all rules at its first tool, in Qwen Code", async () => {
    const project = await createRules();
    const more = { session_id: "s1", timestamp: "", transcript_path: "", permission_mode: "yolo" };
    const send = async (hook_event_name: string, fields: object) =>
      givenIn((await project.run({ hook_event_name, ...more, ...fields }, "qwen")).stdout);
    await send("UserPromptSubmit", { prompt: asked, submitted_prompt: asked });
    expect(await send("SubagentStart", { agent_id: "a1", agent_type: "general-purpose" })).toBe("");
    const run = { agent_id: "a1", tool_name: "run_shell_command", tool_input: { command: "ls" }, tool_response: "a.ts" };
    expect(await send("PostToolUse", run)).toBe("all review");
    expect(await send("PostToolUse", run)).toBe("");
  });
});

describe("a prompt without a text", () => {
  it("is none in Qwen Code, which reports results of tools with it", async () => {
    const project = await createRules();
    const prompt = (text: string) => ({ hook_event_name: "UserPromptSubmit", session_id: "s1", prompt: text, timestamp: "" });
    const more = { transcript_path: "", permission_mode: "yolo" };
    await project.run({ ...prompt(asked), ...more, submitted_prompt: asked }, "qwen");
    await project.run({ ...prompt(""), ...more }, "qwen");
    expect(receiptsOf(project)).toHaveLength(1);
  });
});

it.each<[string, (start: () => Promise<string>, prompt: () => Promise<string>) => Promise<readonly string[]>]>([
  ["before the start", async (start, prompt) => [await prompt(), await start()]],
  ["at the same time as the start", async (start, prompt) => Promise.all([start(), prompt()])],
])("a first prompt of Copilot CLI that is handled %s gets each rule once", async (_, both) => {
  const project = await createRules();
  const send = async (payload: object) =>
    (await project.run({ sessionId: "s1", timestamp: time, cwd: project.dir, ...payload }, "copilot-cli")).stdout;
  const outputs = await both(
    () => send({ source: "new", initialPrompt: asked }),
    () => send({ prompt: asked }),
  );
  const texts = [...outputs.join("").matchAll(/Text of \w+/g)].map(([text]) => text);
  expect(texts).toHaveLength(2);
  expect(new Set(texts)).toEqual(new Set(["Text of all", "Text of review"]));
  expect(await send({ prompt: asked })).toBe("");
});
