import type { SessionRecord } from "@precept/contract";
import { adherenceOf, readSession, timelineOf } from "@precept/evidence";
import { checkIdsOf, type RuleWithChecks } from "@precept/governance";
import { openWorkspace } from "@precept/workspace";
import { describe, expect, it } from "vitest";
import { createHookProject, type HookProject } from "../../test/hook-project.ts";

const ruleFile = (name: string, fields: string) =>
  `---\nname: ${name}\ndescription: About ${name}\n${fields}\n---\n\nText of ${name}.\n`;

const createRules = (rules: Readonly<Record<string, string>>) =>
  createHookProject({
    ".git/HEAD": "ref: refs/heads/main\n",
    ...Object.fromEntries(Object.entries(rules).map(([name, fields]) => [`.precept/rules/${name}.md`, ruleFile(name, fields)])),
  });

const claude = (event: string, fields: object = {}) => ({
  hook_event_name: event,
  session_id: "s1",
  prompt_id: "p",
  ...fields,
});

const prompt = (session = "s1", fields: object = {}) =>
  claude("UserPromptSubmit", { session_id: session, prompt: "continue", ...fields });

const write = (file: string, content: string, id: string, fields: object = {}) =>
  claude("PreToolUse", { tool_name: "Write", tool_use_id: id, tool_input: { file_path: file, content }, ...fields });

const recordsOf = ({ dir }: HookProject, session = "s1"): readonly SessionRecord[] => readSession(dir, session)?.records ?? [];

/** The rules that each receipt gave, with the reasons. */
const deliveries = (project: HookProject, session = "s1"): readonly string[] =>
  recordsOf(project, session).flatMap((record) =>
    record.kind === "receipt"
      ? [`${record.event}: ${record.rules.map(({ name, reason }) => `${name} (${reason})`).join(", ")}`]
      : [],
  );

const anyCheck = { match: { pattern: ": any\\b" } };

describe("a check of a rule", () => {
  it("is recorded when the agent violates it, and changes no answer", async () => {
    const project = await createRules({
      ts: `inclusion: fileMatch\nglobs: ["*.ts"]\nchecks:\n  - match: { pattern: ': any\\b' }`,
    });
    const plain = await createRules({ ts: `inclusion: fileMatch\nglobs: ["*.ts"]` });
    const bad = write("a.ts", "let a: any", "t1");
    expect((await project.run(bad, "claude-code")).stdout).toBe((await plain.run(bad, "claude-code")).stdout);
    await project.run(write("b.ts", "let a: string", "t2"), "claude-code");
    const rule: RuleWithChecks = { id: "project:.precept/rules/ts.md", name: "ts", checks: [anyCheck] };
    expect(recordsOf(project).filter(({ kind }) => kind === "decision")).toMatchObject([
      { tool_use: "t1", verdict: "none", policies: [{ id: checkIdsOf(rule)[0], shadow: true }] },
    ]);
    const governed = { ...rule, checks: checkIdsOf(rule), occasions: ["file"] as const, governs: () => true };
    const session = readSession(project.dir, "s1");
    expect(adherenceOf(session === undefined ? [] : [session], [governed])).toMatchObject([
      { followed: { count: 1, of: 2 }, breaches: [{ file: "a.ts", advised: false, mended: false }] },
    ]);
  });

  it("is about answers too: of the agent, and of its subagents, also when the agent was made to continue", async () => {
    const project = await createRules({
      end: `inclusion: always\nchecks:\n  - match: { context_filter: { subject: response }, absent: [{ pattern: Summary }] }`,
    });
    const answer = (text: string, fields: object = {}, event = "Stop") =>
      project.run(claude(event, { last_assistant_message: text, ...fields }), "claude-code");
    await answer("Done. Summary: nothing.");
    await answer("Done.");
    await answer("Done again.", { stop_hook_active: true });
    await answer("Found it.", { agent_id: "a1", agent_type: "Explore" }, "SubagentStop");
    // The agent that shortens a conversation does not answer the user.
    await answer("The conversation so far.", { agent_id: "a2", agent_type: "" }, "SubagentStop");
    const actions = recordsOf(project).filter(({ kind }) => kind === "action");
    expect(actions).toMatchObject([
      { action: "answer", subagent: null },
      { action: "answer", subagent: null },
      { action: "answer", subagent: null },
      { action: "answer", subagent: "a1" },
    ]);
    expect(JSON.stringify(recordsOf(project))).not.toMatch(/Done|Found|conversation so far/);
    const decided = recordsOf(project).filter(({ kind }) => kind === "decision");
    expect(decided).toHaveLength(3);
  });
});

describe("a rule with `remind`", () => {
  it("is given again after so many prompts, and the receipt says so", async () => {
    const project = await createRules({ all: "inclusion: always\nremind: 2", once: "inclusion: always" });
    await project.run(claude("SessionStart", { source: "startup" }), "claude-code");
    const outputs: string[] = [];
    for (let at = 0; at < 5; at += 1) outputs.push((await project.run(prompt(), "claude-code")).stdout);
    expect(outputs.map((stdout) => [stdout.includes("Text of all"), stdout.includes("Text of once")])).toEqual([
      [false, false],
      [true, false],
      [false, false],
      [true, false],
      [false, false],
    ]);
    expect(deliveries(project).filter((one) => one !== "prompt: ")).toEqual([
      "start: all (always included), once (always included)",
      "prompt: all (given again after 2 prompts; always included)",
      "prompt: all (given again after 2 prompts; always included)",
    ]);
  });

  it("that applies to a file is given again at a prompt that names no file, and after a compaction", async () => {
    const project = await createRules({ ts: `inclusion: fileMatch\nglobs: ["*.ts"]\nremind: 1` });
    await project.run(write("a.ts", "x", "t1"), "claude-code");
    expect((await project.run(prompt(), "claude-code")).stdout).toContain("Text of ts");
    await project.run(claude("PreCompact", { trigger: "auto" }), "claude-code");
    expect((await project.run(claude("SessionStart", { source: "compact" }), "claude-code")).stdout).toContain("Text of ts");
    // The compaction counts as a delivery.
    expect((await project.run(prompt(), "claude-code")).stdout).toContain("Text of ts");
    await project.run(claude("SessionStart", { source: "clear" }), "claude-code");
    expect((await project.run(prompt(), "claude-code")).stdout).not.toContain("Text of ts");
  });

  it("does not exceed the budget: what has no room is said, and is due at the next prompt", async () => {
    const project = await createRules({
      all: "inclusion: always\nremind: 1",
      long: "inclusion: always\nremind: 1\npriority: 90",
    });
    await project.write(
      ".precept/rules/long.md",
      `${ruleFile("long", "inclusion: always\nremind: 1\npriority: 90")}${"x ".repeat(6000)}`,
    );
    await project.run(claude("SessionStart", { source: "startup" }), "claude-code");
    await project.run(prompt(), "claude-code");
    const last = recordsOf(project).at(-1);
    expect(last).toMatchObject({ kind: "receipt", rules: [{ name: "all" }] });
    expect(
      recordsOf(project).some((record) => record.kind === "receipt" && record.left_out.some(({ name }) => name === "long")),
    ).toBe(true);
  });
});

describe("a copied session", () => {
  const transcript = (session: string, ...lines: readonly object[]) =>
    lines.map((line) => `${JSON.stringify({ ...line, sessionId: session })}\n`).join("");

  const first = { uuid: "u1", timestamp: "2026-01-31T14:00:00.000Z", type: "user" };

  it("has the records of its start, which carry the id of the original, and what the original was given", async () => {
    const project = await createRules({ all: "inclusion: always" });
    await project.write("t/s1.jsonl", transcript("s1", first));
    await project.write("t/s2.jsonl", transcript("s2", first));
    const at = (session: string) => ({ transcript_path: `${project.dir}/t/${session}.jsonl` });
    await project.run(claude("SessionStart", { source: "startup", ...at("s1") }), "claude-code");
    await project.run(prompt("s1", at("s1")), "claude-code");
    const before = recordsOf(project);
    await project.write(".precept/rules/new.md", ruleFile("new", "inclusion: always"));
    // Another process reads the new rule.
    await using workspace = await openWorkspace(project.dir, { home: `${project.dir}/home`, discover: true });
    const other = { open: async () => workspace };
    await project.run(claude("SessionStart", { source: "resume", ...at("s1") }), "claude-code", other);
    expect((await project.run(prompt("s2", at("s2")), "claude-code", other)).stdout).not.toContain("Text of");
    expect(recordsOf(project)).toEqual(before);
    expect(recordsOf(project, "s2")).toMatchObject([
      { kind: "turn", turn: "fork", parent: "s1" },
      { kind: "receipt", event: "resume", rules: [{ name: "new" }] },
      { kind: "receipt", event: "prompt", rules: [] },
    ]);
    // The original did not get what the start of its copy gave.
    expect((await project.run(prompt("s1", at("s1")), "claude-code", other)).stdout).toContain("Text of new");
  });

  it("is not assumed: a session that was resumed continues with what its start gave", async () => {
    const project = await createRules({ all: "inclusion: always" });
    await project.write("t/s1.jsonl", transcript("s1", first));
    await project.write("t/s2.jsonl", transcript("s2", { ...first, uuid: "u2", timestamp: "2026-01-31T15:00:00.000Z" }));
    const at = (session: string) => ({ transcript_path: `${project.dir}/t/${session}.jsonl` });
    await project.run(claude("SessionStart", { source: "resume", ...at("s1") }), "claude-code");
    await project.run(prompt("s2", at("s2")), "claude-code");
    await project.run(prompt("s1", at("s1")), "claude-code");
    expect(recordsOf(project, "s1").map(({ kind }) => kind)).toEqual(["turn", "receipt", "receipt"]);
    expect(recordsOf(project, "s2").map(({ kind }) => kind)).toEqual(["receipt"]);
    expect(timelineOf(recordsOf(project)).map(({ kind }) => kind)).toEqual(["turn", "delivered", "delivered"]);
  });
});
