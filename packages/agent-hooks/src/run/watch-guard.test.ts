import { mkdir, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, it } from "vitest";
import { createHookProject } from "../../test/hook-project.ts";

const event = (name: string, session: string, more: object = {}) => ({
  hook_event_name: name,
  session_id: session,
  prompt_id: "p1",
  ...more,
});
const call = { tool_name: "Bash", tool_input: { command: "ls" }, tool_use_id: "t1" };
const result = { ...call, tool_response: { stdout: "a", stderr: "", interrupted: false, isImage: false } };
const warning = "tools ran without the hook before tools";

it("says at the start of a session that the guard did not run in the last one", async () => {
  const { run } = await createHookProject();
  await run(event("PostToolUse", "s-1", result));
  expect((await run(event("SessionStart", "s-2", { source: "startup" }))).stdout).toContain(warning);
});

it("says nothing if the guard ran, if no tool ran, or about an older session", async () => {
  const { run } = await createHookProject();
  await run(event("PreToolUse", "s-1", call), "claude-code", { now: () => 1 });
  await run(event("PostToolUse", "s-1", result), "claude-code", { now: () => 2 });
  await run(event("PostToolUse", "s-2", { ...result, tool_name: "TodoWrite", tool_input: {} }), "claude-code", { now: () => 3 });
  expect((await run(event("SessionStart", "s-3", { source: "startup" }))).stdout).not.toContain(warning);
});

it("says at the start of a session that installed hooks were removed", async () => {
  const { run, dir } = await createHookProject();
  const record = {
    before: null,
    after: "",
    insertions: null,
    created: [],
    directories: [],
    command: { words: ["precept"], isLocal: false },
  };
  const files = { ".cursor/hooks.json": { ...record, installs: ["cursor:hooks"] } };
  await mkdir(join(dir, ".precept/state"), { recursive: true });
  await writeFile(join(dir, ".precept/state/installed.json"), JSON.stringify({ version: 1, directories: [], files }));
  const start = async (session: string) => (await run(event("SessionStart", session, { source: "startup" }))).stdout;
  expect(await start("s-1")).toContain("The hooks of Cursor were removed from .cursor/hooks.json");
  await mkdir(join(dir, ".cursor"));
  await writeFile(join(dir, ".cursor/hooks.json"), '{"hooks":{"preToolUse":[{"command":"precept hook cursor"}]}}');
  expect(await start("s-2")).not.toContain("removed");
  await rm(join(dir, ".cursor/hooks.json"));
});
