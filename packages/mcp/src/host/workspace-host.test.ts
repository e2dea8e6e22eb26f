import { execFileSync } from "node:child_process";
import { mkdir, mkdtemp, readFile, readdir, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { openWorkspace } from "@precept/workspace";
import { expect, it, onTestFinished, vi } from "vitest";
import { connected, forbids, snakeCase } from "../testing/engine.ts";
import { hostOf } from "./workspace-host.ts";

async function createProject(): Promise<string> {
  const dir = await mkdtemp(join(tmpdir(), "precept-mcp-"));
  onTestFinished(() => rm(dir, { recursive: true, force: true }));
  await mkdir(join(dir, ".precept/policies"), { recursive: true });
  await writeFile(join(dir, ".precept/policies/names.yaml"), JSON.stringify(snakeCase));
  return dir;
}

it("serves the policies of a workspace: what is executed is written down, what is checked is not", async () => {
  const dir = await createProject();
  await using workspace = await openWorkspace(dir, { home: join(dir, "home") });
  const client = await connected(hostOf(workspace), "modern");
  const options = { file: "a.py", phase: "IMPLEMENTATION", context: { session: "s1", agent: "Implementer" } } as const;
  expect(await client.checkViolation("def a_B():", options)).toMatchObject({ action: "QUICK_FIX" });
  expect(await client.execute("def a_B():", options)).toMatchObject({
    action: "QUICK_FIX",
    fixes: [{ file: "a.py", text: "def a_b():" }],
    log_ids: [expect.stringMatching(/-001$/) as string],
  });
  const [segment] = await readdir(join(dir, ".precept/audit"), { recursive: true, withFileTypes: true }).then((entries) =>
    entries.filter((entry) => entry.name.endsWith(".jsonl")),
  );
  expect(await readFile(join(segment?.parentPath ?? "", segment?.name ?? ""), "utf8")).toContain('"rule_id":"JCODE-001"');
});

it("goes back to where a session began when the agent has to stop, and says how to undo that", async () => {
  const dir = await createProject();
  await writeFile(join(dir, ".precept/config.yaml"), "policies: { rollback: true }");
  await writeFile(join(dir, "a.py"), "begun");
  execFileSync("git", ["init", "-q"], { cwd: dir });
  await using workspace = await openWorkspace(dir, { home: join(dir, "home") });
  const client = await connected(hostOf(workspace), "modern");
  await client.registerRule(forbids("evil", { severity: "CRITICAL" }));
  expect((await client.execute("evil", { file: "a.py" })).rollback).toEqual({
    status: "none",
    undo: null,
    changed: [],
    problem: null,
  });
  expect(await client.execute("fine", { file: "a.py" })).toMatchObject({ action: "PASS", rollback: null });
  await writeFile(join(dir, "a.py"), "ruined");
  const { rollback } = await client.execute("evil", { file: "a.py" });
  expect(rollback).toMatchObject({ status: "done", changed: ["a.py"] });
  expect(await readFile(join(dir, "a.py"), "utf8")).toBe("begun");
  execFileSync("sh", ["-c", rollback?.undo ?? ""]);
  expect(await readFile(join(dir, "a.py"), "utf8")).toBe("ruined");
  await writeFile(join(dir, ".git/index.lock"), "");
  expect((await client.execute("evil", { file: "a.py" })).rollback).toMatchObject({
    status: "failed",
    problem: expect.stringContaining("index.lock") as string,
  });
});

it("lists the policies of a phase by the tables of the configuration", async () => {
  const dir = await createProject();
  await writeFile(join(dir, ".precept/config.yaml"), "policies: { tables: { phase_matrix: { TEST: [P0] } } }");
  await using workspace = await openWorkspace(dir, { home: join(dir, "home") });
  const client = await connected(hostOf(workspace), "modern");
  await client.registerRule(forbids("high", { severity: "HIGH" }));
  expect((await client.listTools("REVIEW")).map(({ name }) => name)).toContain("rule_engine.NO-HIGH");
  expect((await client.listTools("TEST")).map(({ name }) => name)).toEqual(["rule_engine"]);
});

it("knows a file of the project by its absolute path", async () => {
  const dir = await createProject();
  await using workspace = await openWorkspace(dir, { home: join(dir, "home") });
  const host = hostOf(workspace);
  await host.register(forbids("x", { match: { pattern: "x", file_patterns: ["src/*.js"] } }));
  const subject = { text: "x", file: join(workspace.root, "src/a.js") };
  expect(await host.check(subject, {})).toMatchObject({ violations: [{ policy: "NO-X", file: "src/a.js" }] });
  expect(await host.enforce(subject, {})).toMatchObject({ violations: [{ policy: "NO-X", file: "src/a.js" }] });
});

it("tells of policies that came and went, and of nothing else", async () => {
  const dir = await createProject();
  await using workspace = await openWorkspace(dir, { home: join(dir, "home") });
  const host = hostOf(workspace);
  expect(await host.policies()).toHaveLength(1);
  const listener = vi.fn<() => void>();
  host.subscribe(listener);
  await host.register(forbids("x"));
  expect(listener).toHaveBeenCalledOnce();
  await writeFile(join(dir, ".precept/policies/broken.yaml"), "rule: { id: BROKEN }");
  await workspace.policies.reload();
  expect(listener).toHaveBeenCalledOnce();
  await rm(join(dir, ".precept/policies/names.yaml"));
  await workspace.policies.reload();
  expect(listener).toHaveBeenCalledTimes(2);
  expect((await host.policies()).map(({ id }) => id)).toEqual(["NO-X"]);
});
