import type { SessionRecord } from "@precept/contract";
import { createRule } from "@precept/core";
import { createProject } from "@precept/testing";
import { expect, it } from "vitest";
import type { TranscriptAgent } from "../transcript-agents.ts";
import { transcriptsAt } from "./find-transcripts.ts";
import { readTranscript, type ReadTranscript } from "./read-transcript.ts";

const money = createRule({ id: "project:money", name: "money", content: "Amounts are\nintegers." });

/** Finds the word "any" in what a call writes or runs, or an answer says. */
const check: Parameters<typeof readTranscript>[1]["check"] = async ({ subjects }) =>
  subjects.some(({ text }) => text.includes("any")) ? [{ id: "NO-ANY", action: "LOG_ONLY", shadow: false }] : [];

async function read(
  files: Readonly<Record<string, string | readonly unknown[]>>,
  agent?: TranscriptAgent,
  seen = new Map<string, string>(),
): Promise<ReadTranscript> {
  const { dir } = await createProject(
    Object.fromEntries(
      Object.entries(files).map(([path, lines]) => [
        path,
        typeof lines === "string" ? lines : lines.map((line) => JSON.stringify(line)).join("\n"),
      ]),
    ),
  );
  const [found] = await transcriptsAt(`${dir}/${Object.keys(files)[0]}`, agent);
  if (found === undefined) throw new Error("no transcript");
  return readTranscript(found, { root: "/projects/shop", rules: [money], check }, seen);
}

/** A record in a few words. */
function brief(record: SessionRecord): string {
  const who = record.subagent === null ? "" : ` [${record.subagent}]`;
  switch (record.kind) {
    case "turn":
      return `${record.turn}${record.parent === undefined ? "" : ` of ${record.parent}`}${who}`;
    case "receipt":
      return `${record.event}: ${record.rules.map(({ name }) => name).join(" ")}${who}`;
    case "file":
      return `${record.changes ? "changes" : "reads"} ${record.files.join(" ")}${who}`;
    case "action":
      return `${record.action}${who}`;
    case "decision":
      return `${record.verdict} ${record.policies.map(({ id }) => id).join(" ")}${who}`;
  }
}

const base = { sessionId: "s1", cwd: "/projects/shop", timestamp: "2026-01-31T14:00:00.000Z" };
const user = (content: unknown, more: object = {}) => ({ ...base, type: "user", message: { role: "user", content }, ...more });
const assistant = (content: readonly object[], more: object = {}) => ({
  ...base,
  type: "assistant",
  message: { id: "m", content },
  ...more,
});
const use = (id: string, name: string, input: object) => assistant([{ type: "tool_use", id, name, input }]);
const result = (id: string, content: string, isError = false) =>
  user([{ type: "tool_result", tool_use_id: id, content, is_error: isError }]);

it("reads a session of Claude Code, with its subagent", async () => {
  const { session, records, problems } = await read({
    "p/s1.jsonl": [
      { type: "mode", mode: "default" },
      user("fix the cart"),
      {
        ...base,
        type: "attachment",
        attachment: {
          type: "hook_additional_context",
          hookEvent: "UserPromptSubmit",
          content: ["Rules:\nAmounts are\nintegers."],
        },
      },
      assistant([{ type: "text", text: "I will." }]),
      use("t1", "Write", { file_path: "/projects/shop/a.ts", content: "let a: any" }),
      result("t1", "ok"),
      use("t2", "Bash", { command: "echo any" }),
      result("t2", "Denied by NO-ANY", true),
      use("t3", "Read", { file_path: "b.ts" }),
      { ...base, type: "system", subtype: "compact_boundary" },
      user("The conversation so far.", { isCompactSummary: true }),
      user("<command-name>/compact</command-name>"),
      assistant([{ type: "text", text: "Done." }], { timestamp: "2026-01-31T14:09:00.000Z" }),
      { ...base, type: "assistant", message: { model: "<synthetic>", content: [{ type: "text", text: "No response: any." }] } },
    ],
    "p/s1/subagents/agent-a1.jsonl": [
      user("look around", { agentId: "a1", isSidechain: true }),
      assistant([{ type: "text", text: "Found any." }], { agentId: "a1" }),
    ],
  });
  expect(session).toBe("s1");
  expect(records.map(brief)).toEqual([
    "start",
    "prompt: money",
    "changes a.ts",
    "none NO-ANY",
    "command",
    "deny NO-ANY",
    "reads b.ts",
    "compaction",
    "answer",
    "subagentStart [a1]",
    "answer [a1]",
    "none NO-ANY [a1]",
    "subagentStop [a1]",
  ]);
  expect(problems).toEqual({ damaged: 0, tooLong: 0, unknown: {}, orphans: 0, left: 0 });
  expect(JSON.stringify(records)).not.toMatch(/fix the cart|integers|Found/);
});

const line = (ordinal: number, type: string, payload: object, metadata?: object) => ({
  timestamp: "2026-01-31T14:00:00.000Z",
  ordinal,
  type,
  payload,
  ...(metadata !== undefined && { metadata }),
});
const item = (ordinal: number, payload: object, metadata?: object) => line(ordinal, "response_item", payload, metadata);
const patch = "*** Begin Patch\n*** Add File: a.ts\n+let a: any\n*** End Patch";

const codex = [
  line(0, "session_meta", { session_id: "c1", cwd: "/projects/shop" }),
  item(1, { type: "message", role: "user", content: [{ type: "input_text", text: "<environment_context>…" }] }),
  item(2, { type: "message", role: "user", content: [{ type: "input_text", text: "fix the cart" }] }),
  line(3, "event_msg", { type: "user_message", message: "fix the cart" }),
  item(
    4,
    { type: "message", role: "developer", content: [{ text: "Amounts are\nintegers." }] },
    { content_item_kinds: ["hooks.additional_context"] },
  ),
  item(5, { type: "function_call", name: "shell", arguments: '{"command":["bash","-lc","echo any"]}', call_id: "f1" }),
  item(6, {
    type: "function_call_output",
    call_id: "f1",
    output: "Command blocked by PreToolUse hook: NO-ANY. Command: echo any",
  }),
  item(7, { type: "custom_tool_call", name: "apply_patch", input: patch, call_id: "f2" }),
  line(8, "event_msg", {
    type: "item_completed",
    item: { type: "FileChange", id: "x", changes: { "/projects/shop/a.ts": { type: "add", content: "let a: any" } } },
  }),
  line(9, "event_msg", {
    type: "item_completed",
    item: {
      type: "FileChange",
      id: "y",
      changes: { "/projects/shop/b.ts": { type: "update", unified_diff: "@@ -1 +1 @@\n-b\n+any" } },
    },
  }),
  line(10, "compacted", { message: "" }),
  line(11, "event_msg", { type: "task_complete", last_agent_message: "Done." }),
];

const codexRecords = [
  "start",
  "prompt: ",
  "request: money",
  "command",
  "deny NO-ANY",
  "changes a.ts",
  "none NO-ANY",
  "changes b.ts",
  "none NO-ANY",
  "compaction",
  "answer",
];

it("reads a session of Codex, and counts what it reports twice once", async () => {
  const { session, records } = await read({ "rollout-2026-01-31T14-00-00-c1.jsonl": codex });
  expect(session).toBe("c1");
  expect(records.map(brief)).toEqual(codexRecords);
});

it("reads what Codex 0.171 writes: kinds in another place, and a subagent in a separate file", async () => {
  const message = (ordinal: number, role: string, text: string, kind: string) =>
    item(ordinal, {
      type: "message",
      role,
      content: [{ type: "input_text", text }],
      internal_chat_message_metadata_passthrough: { content_item_kinds: [kind] },
    });
  const context = (ordinal: number) => message(ordinal, "developer", "Amounts are\nintegers.", "hooks.additional_context");
  const main = [
    line(0, "session_meta", { session_id: "c1", id: "c1", cwd: "/projects/shop", source: "exec", thread_source: "user" }),
    line(1, "world_state", { full: true, state: {} }),
    line(2, "event_msg", { type: "thread_settings_applied", thread_id: "c1" }),
    message(3, "user", "fix the cart", "user.text"),
    context(4),
    message(5, "user", "<subagent_notification>", "multi_agent.subagent_notification"),
    line(5, "token_usage_record", { thread_id: "c1" }),
    line(6, "event_msg", { type: "item_completed", item: { type: "CollabAgentToolCall", id: "f1", tool: "spawn_agent" } }),
    line(7, "event_msg", { type: "task_complete", last_agent_message: "Done." }),
  ];
  const source = { subagent: { thread_spawn: { parent_thread_id: "c1", depth: 1 } } };
  const subagent = [
    line(0, "session_meta", { session_id: "c1", id: "c2", cwd: "/projects/shop", source, thread_source: "subagent" }),
    message(1, "user", "read the total", "user.text"),
    context(2),
    item(3, { type: "function_call", name: "exec_command", arguments: '{"cmd":"echo any"}', call_id: "f2" }),
    line(4, "event_msg", { type: "task_complete", last_agent_message: "Found it." }),
  ];
  const { session, records, problems } = await read({
    "a/rollout-2026-01-31T14-00-01-c2.jsonl": subagent,
    "a/rollout-2026-01-31T14-00-00-c1.jsonl": main,
  });
  expect(session).toBe("c1");
  expect(problems).toEqual({ damaged: 0, tooLong: 0, unknown: {}, orphans: 0, left: 0 });
  const briefs = records.map(brief);
  expect(briefs.filter((one) => !one.endsWith("[c2]"))).toEqual(["start", "prompt: ", "request: money", "answer"]);
  expect(briefs.filter((one) => one.endsWith("[c2]"))).toEqual([
    "subagentStart [c2]",
    "request: money [c2]",
    "command [c2]",
    "none NO-ANY [c2]",
    "answer [c2]",
    "subagentStop [c2]",
  ]);
});

it("reads lines in the order of their numbers", async () => {
  const [meta, ...others] = codex;
  const swapped = [meta, ...others.slice(6), ...others.slice(0, 6)];
  expect((await read({ "rollout-c1.jsonl": swapped })).records.map(brief)).toEqual(codexRecords);
});

it("reads a session of another copy of the project as if it had run in this one", async () => {
  const elsewhere = { cwd: "/home/ann/shop" };
  const { records } = await read({
    "s1.jsonl": [
      { ...use("t1", "Write", { file_path: "/home/ann/shop/src/a.ts", content: "" }), ...elsewhere },
      { ...use("t2", "Write", { file_path: "b.ts", content: "" }), cwd: "/home/ann/shop/src" },
    ],
  });
  expect(records.map(brief)).toEqual(["start", "changes src/a.ts", "changes src/b.ts"]);
});

it("takes a result that comes before its call", async () => {
  const denied = [result("t1", "Denied by NO-ANY", true), use("t1", "Bash", { command: "echo any" })];
  expect((await read({ "s1.jsonl": denied })).records.map(brief)).toEqual(["start", "command", "deny NO-ANY"]);
});

it("skips and counts what it does not know, what is damaged, and lines that are too long", async () => {
  const good = JSON.stringify(use("t1", "Write", { file_path: "a.ts", content: "x" }));
  const { records, problems } = await read({
    "s1.jsonl": [
      good,
      JSON.stringify({ ...base, type: "dream" }),
      JSON.stringify({ ...base, type: "dream" }),
      JSON.stringify({ ...base, type: "assistant", message: "text" }),
      "[]",
      "x".repeat(9_000_000),
      JSON.stringify(result("gone", "ok")),
      good.replace("t1", "t2").replace("a.ts", "b.ts"),
      good.replace("t1", "t3").slice(0, 60),
    ].join("\n"),
  });
  expect(records.map(brief)).toEqual(["start", "changes a.ts", "changes b.ts"]);
  expect(problems).toEqual({ damaged: 3, tooLong: 1, unknown: { dream: 2 }, orphans: 1, left: 0 });
});

it("leaves out what a copied session has of the original, and names it", async () => {
  const seen = new Map<string, string>();
  const entry = (uuid: string, id: string, sessionId: string) => ({
    ...use(id, "Write", { file_path: "a.ts", content: "" }),
    uuid,
    sessionId,
  });
  await read({ "s1.jsonl": [entry("u1", "t1", "s1"), entry("u2", "t2", "s1")] }, undefined, seen);
  const copy = await read({ "s2.jsonl": [entry("u1", "t1", "s2"), entry("u3", "t3", "s2")] }, undefined, seen);
  expect(copy.records.map(brief)).toEqual(["fork of s1", "changes a.ts"]);
  expect(copy.records[1]).toMatchObject({ session: "s2", tool_use: "t3" });
});

it("recognises the agent by the kind of most entries", async () => {
  const unknown = { type: "event_msg", payload: { type: "of", sheep: [1] } };
  expect((await read({ "a.jsonl": [unknown, user("fix"), use("t1", "Read", { file_path: "a.ts" })] })).records[0]?.agent).toBe(
    "claude-code",
  );
  expect((await read({ "b.jsonl": [unknown, ...codex] })).records[0]?.agent).toBe("codex");
});

it("a text that repeats within a session is read once", async () => {
  const once = use("t1", "Write", { file_path: "a.ts", content: "any" });
  expect((await read({ "s1.jsonl": [once, once] })).records.map(brief)).toEqual(["start", "changes a.ts", "none NO-ANY"]);
});
