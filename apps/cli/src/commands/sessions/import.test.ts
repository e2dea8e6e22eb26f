import { mkdir, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { describe, expect, it } from "vitest";
import { createProject, type TestProject } from "../../../test/precept-in.ts";

const rule = `---
name: types
description: Types
inclusion: fileMatch
globs: ["**/*.ts"]
checks:
  - match: { pattern: ': any\\b' }
---

No any.
`;

const line = (session: string, at: string, more: object) =>
  `${JSON.stringify({ sessionId: session, cwd: "/nowhere", timestamp: `2026-01-31T14:${at}:00.000Z`, ...more })}\n`;

const write = (session: string, at: string, id: string, content: string) =>
  line(session, at, {
    type: "assistant",
    uuid: `${id}-u`,
    message: { content: [{ type: "tool_use", id, name: "Write", input: { file_path: "a.ts", content } }] },
  });

const transcript = (session: string) =>
  line(session, "01", { type: "user", message: { content: "fix" } }) +
  write(session, "02", `${session}-t1`, "let a: any") +
  line(session, "03", { type: "dream" }) +
  write(session, "04", `${session}-t2`, "let a: string");

async function put({ dir }: TestProject, path: string, text: string): Promise<void> {
  await mkdir(dirname(join(dir, path)), { recursive: true });
  await writeFile(join(dir, path), text);
}

const imported = async ({ precept }: TestProject, ...args: readonly string[]) =>
  JSON.parse((await precept(["sessions", "import", ...args, "--json"])).out) as { sessions: readonly object[] };

describe("precept sessions import", () => {
  it("adds a session, checks its calls, and says what it did not read", async () => {
    const project = await createProject({ ".precept/rules/types.md": rule, "s1.jsonl": transcript("s1") });
    const { out, code } = await project.precept(["sessions", "import", "s1.jsonl"]);
    expect(code).toBe(0);
    expect(out).toMatch(
      /last +session +agent +prompts +files +commands +violations +result\n.* s1 +claude-code +1 +1 +0 +1 +added\n/,
    );
    expect(out).toContain("not read  s1: 1 entry of an unknown kind (dream 1)");
    expect((await project.precept(["adherence", "types"])).out).toMatch(/s1 +types\.check-\w+ +a\.ts +no +mended/);
    expect(await imported(project, "s1.jsonl")).toMatchObject({ sessions: [{ session: "s1", outcome: "unchanged" }] });
    expect((await project.precept(["sessions", "show", "s1"])).out).toContain("changes  a.ts");
  });

  it("finds the transcripts of the project in the directories of the agents", async () => {
    const project = await createProject({
      ".precept/rules/types.md": rule,
      "codex/sessions/2026/01/31/rollout-2026-01-31T14-00-00-other.jsonl": `${JSON.stringify({ type: "session_meta", payload: { session_id: "other", cwd: "/elsewhere" } })}\n`,
    });
    await put(project, `claude/projects/${project.dir.replace(/[^A-Za-z0-9]/g, "-")}/s2.jsonl`, transcript("s2"));
    await put(
      project,
      "codex/sessions/2026/01/31/rollout-2026-01-31T14-00-00-c1.jsonl",
      [
        { timestamp: "2026-01-31T14:00:00Z", type: "session_meta", payload: { session_id: "c1", cwd: project.dir } },
        { timestamp: "2026-01-31T14:01:00Z", type: "event_msg", payload: { type: "user_message", message: "fix" } },
      ]
        .map((one) => `${JSON.stringify(one)}\n`)
        .join(""),
    );
    const env = { CLAUDE_CONFIG_DIR: `${project.dir}/claude`, CODEX_HOME: `${project.dir}/codex` };
    const run = async (...args: readonly string[]) =>
      JSON.parse((await project.precept(["sessions", "import", ...args, "--json"], { env })).out) as object;
    expect(await run()).toMatchObject({ sessions: [{ session: "s2" }, { session: "c1", agent: "codex" }] });
    expect(await run("--agent", "codex")).toMatchObject({ sessions: [{ session: "c1", outcome: "unchanged" }] });
    const nothing = await project.precept(["sessions", "import"], { env: { ...env, CLAUDE_CONFIG_DIR: "/x", CODEX_HOME: "/x" } });
    expect(nothing).toMatchObject({ code: 0, out: expect.stringContaining("No transcripts of this project") as string });
  });

  it("reports a file that does not exist, and one that is no transcript", async () => {
    const project = await createProject({ "notes.jsonl": "hello\n" });
    expect(await project.precept(["sessions", "import", "missing.jsonl"])).toMatchObject({
      code: 2,
      err: expect.stringContaining("missing.jsonl") as string,
    });
    const { code, out, err } = await project.precept(["sessions", "import", "notes.jsonl"]);
    expect([code, `${out}${err}`]).toEqual([0, expect.stringContaining("No transcripts") as string]);
  });
});
