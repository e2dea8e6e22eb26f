import { expect, it } from "vitest";
import { createRulesMiddleware } from "@precept/middleware";
import type { Workspace } from "@precept/workspace";
import type { Receipt } from "../../../../packages/contract/src/index.ts";
import { run } from "../../../../apps/cli/src/run.ts";
import { connectGrpc } from "../../../../apps/server/test/rpc-clients.ts";
import { listen } from "../../../../apps/server/test/listen.ts";
import { startTestServer, type TestServer } from "../../../../apps/server/test/test-server.ts";
import { runHook } from "../../../../packages/agent-hooks/src/index.ts";
import { readSession } from "../../../../packages/evidence/src/index.ts";
import { ruleHostOf } from "../../../../packages/mcp/src/index.ts";
import { cells, entries, events, type Entry, type SessionEvent } from "./cells.ts";

const files = {
  "shop/.git/HEAD": "ref: refs/heads/main\n",
  "shop/.precept/rules/all.md":
    "---\nname: all\ndescription: All work on the cart\ninclusion: always\nremind: 2\n---\n\nRound the cart.\n",
  "shop/.precept/rules/ts.md":
    '---\nname: ts\ndescription: TypeScript\ninclusion: fileMatch\nglobs: ["*.ts"]\n---\n\nUse strict types.\n',
};

/** What a request names at each event. */
const requests: Readonly<Record<SessionEvent, { readonly prompt?: string; readonly files?: readonly string[] }>> = {
  start: {},
  prompt: { prompt: "the cart" },
  file: { prompt: "the cart", files: ["a.ts"] },
  compaction: { files: ["a.ts"] },
  subagent: { prompt: "the cart" },
  turn: { prompt: "the cart" },
};

type Drive = (event: SessionEvent, server: TestServer) => Promise<void>;

/** How each entry meets an event of the session `s1`. */
const drivers: Readonly<Record<Entry, Drive>> = {
  async hook(event, { workspace }) {
    const write = { tool_name: "Write", tool_use_id: "t1", tool_input: { file_path: "a.ts", content: "x" } };
    const prompt = { hook_event_name: "UserPromptSubmit", prompt: "the cart" };
    const start = { hook_event_name: "SessionStart", source: "startup" };
    const payloads: Readonly<Record<SessionEvent, readonly object[]>> = {
      start: [start],
      prompt: [prompt],
      file: [{ hook_event_name: "PreToolUse", ...write }],
      compaction: [
        { hook_event_name: "PreToolUse", ...write },
        { hook_event_name: "PreCompact", trigger: "auto" },
        { hook_event_name: "SessionStart", source: "compact" },
      ],
      subagent: [start, { hook_event_name: "SubagentStart", agent_id: "a1", agent_type: "Explore" }],
      turn: [start, prompt, prompt],
    };
    for (const payload of payloads[event]) await answer(workspace, payload);
  },
  async mcp(event, { workspace }) {
    const host = ruleHostOf(workspace, { session: "s1" });
    await host.resolve(requests[event], { countUse: event !== "start" });
  },
  async middleware(event, { workspace }) {
    const { prompt = "the cart", files: named = [] } = event === "compaction" ? {} : requests[event];
    const middleware = createRulesMiddleware(workspace);
    const messages = [{ role: "user" as const, content: [prompt, ...named.map((file) => `\`${file}\``)].join(" ") }];
    await middleware.beforeModelCall({ messages, session: "s1" });
  },
  async rest(event, { request }) {
    await request("/resolve", { body: { ...requests[event], session_id: "s1" } });
  },
  async grpc(event, { server }) {
    const send = connectGrpc(await listen(server, 2));
    if (event === "file") return;
    if (event === "prompt") await send("searchMemoryRules", { query: "the cart", session_id: "s1", search_mode: "sparse" });
    else await send("getMemoryRules", { session_id: "s1" });
  },
  async resolve(event, { workspace, project }) {
    const { prompt, files: named = [] } = requests[event];
    const code = await run(["resolve", ...named, ...(prompt === undefined ? [] : ["--prompt", prompt]), "--session", "s1"], {
      env: { PRECEPT_HOME: `${project.dir}/home` },
      cwd: workspace.root,
      interactive: false,
      out: () => undefined,
      err: () => undefined,
      readInput: async () => "",
      ask: async () => false,
      askText: async () => "",
      interrupted: () => Promise.resolve(),
    });
    expect(code).toBe(0);
  },
};

async function answer(workspace: Workspace, payload: object): Promise<void> {
  await runHook(JSON.stringify({ session_id: "s1", prompt_id: "p", cwd: workspace.root, ...payload }), {
    host: "claude-code",
    open: async () => workspace,
    env: {},
    cwd: workspace.root,
    now: () => Date.UTC(2026, 0, 31),
    deadline: 60_000,
  });
}

/** The receipts of the session. Servers write them a little later. */
function receiptsIn({ workspace }: TestServer): readonly Receipt[] {
  const records = readSession(workspace.root, "s1")?.records ?? [];
  return records.filter((record): record is Receipt => record.kind === "receipt");
}

const all = entries.flatMap((entry) => events.map((event) => ({ entry, event, cell: cells[entry][event] })));

const leaving = all.flatMap(({ cell, ...one }) => ("none" in cell ? [] : [{ ...one, cell }]));

it.each(all.filter(({ cell }) => "none" in cell))("$entry leaves nothing at $event", async ({ entry, event }) => {
  const server = await startTestServer(files);
  await drivers[entry](event, server);
  expect(receiptsIn(server)).toEqual([]);
});

it.each(leaving)("$entry leaves $cell.channel $cell.event at $event", async ({ entry, event, cell }) => {
  const server = await startTestServer(files);
  await drivers[entry](event, server);
  await expect.poll(() => receiptsIn(server).length).toBeGreaterThan(0);
  const last = receiptsIn(server).at(-1);
  expect(last).toMatchObject({ channel: cell.channel, event: cell.event });
  expect(last?.rules.map(({ name }) => name).toSorted()).toEqual([...cell.rules].toSorted());
  expect(last?.subagent).toBe(entry === "hook" && event === "subagent" ? "a1" : null);
  expect(last?.rules.some(({ reason }) => reason.startsWith("given again after 2 prompts"))).toBe(
    entry === "hook" && event === "turn",
  );
  expect(JSON.stringify(receiptsIn(server))).not.toMatch(/Round the cart|strict types|the cart"/);
});
