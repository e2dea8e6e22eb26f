import { execFileSync } from "node:child_process";
import { readFile, readdir } from "node:fs/promises";
import { join } from "node:path";
import { createProject } from "@precept/testing";
import { expect, it, vi } from "vitest";
import { connected, forbids, snakeCase } from "../../test/engine.ts";
import { openEngine } from "../../test/policy-engine.ts";
import { ruleEngineHostOf } from "./rule-engine-host.ts";

const files = { ".precept/policies/names.yaml": JSON.stringify(snakeCase) };

it("writes executed calls to the audit log, but not checks", async () => {
  const { dir } = await createProject(files);
  const client = await connected(ruleEngineHostOf({ policies: openEngine(dir) }), "modern");
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

it(
  "rolls back to the start of the session when the agent must stop, and returns the command that undoes it",
  { tags: "slow" },
  async () => {
    const { dir, write } = await createProject({ ...files, "a.py": "begun" });
    execFileSync("git", ["init", "-q"], { cwd: dir });
    const policies = openEngine(dir, { rollback: true });
    const client = await connected(ruleEngineHostOf({ policies }), "modern");
    await policies.register(forbids("evil", { severity: "CRITICAL" }));
    expect((await client.execute("evil", { file: "a.py" })).rollback).toEqual({
      status: "none",
      undo: null,
      changed: [],
      problem: null,
    });
    expect(await client.execute("fine", { file: "a.py" })).toMatchObject({ action: "PASS", rollback: null });
    await write("a.py", "ruined");
    const { rollback } = await client.execute("evil", { file: "a.py" });
    expect(rollback).toMatchObject({ status: "done", changed: ["a.py"] });
    expect(await readFile(join(dir, "a.py"), "utf8")).toBe("begun");
    expect(rollback?.undo).toMatch(/^precept checkpoint undo /);
    await policies.checkpoints.undo();
    expect(await readFile(join(dir, "a.py"), "utf8")).toBe("ruined");
    await write(".git/index.lock", "");
    expect((await client.execute("evil", { file: "a.py" })).rollback).toMatchObject({
      status: "failed",
      problem: expect.stringContaining("index.lock") as string,
    });
  },
);

it("lists the policies of a phase by the phase matrix of the settings", async () => {
  const { dir } = await createProject(files);
  const policies = openEngine(dir, { tables: { phase_matrix: { TEST: ["P0"] } } });
  const client = await connected(ruleEngineHostOf({ policies }), "modern");
  await client.registerRule(forbids("high", { severity: "HIGH" }));
  expect((await client.listTools("REVIEW")).map(({ name }) => name)).toContain("rule_engine.NO-HIGH");
  expect((await client.listTools("TEST")).map(({ name }) => name)).toEqual(["rule_engine"]);
});

it("matches a file of the project by its absolute path", async () => {
  const { dir } = await createProject(files);
  const host = ruleEngineHostOf({ policies: openEngine(dir) });
  await host.register?.(forbids("x", { match: { pattern: "x", file_patterns: ["src/*.js"] } }));
  const subject = { text: "x", file: join(dir, "src/a.js") };
  expect(await host.check(subject, {})).toMatchObject({ violations: [{ policy: "NO-X", file: "src/a.js" }] });
  expect(await host.enforce(subject, {})).toMatchObject({ violations: [{ policy: "NO-X", file: "src/a.js" }] });
});

it("notifies listeners only when policies were added, changed or removed", async () => {
  const { dir, write, remove } = await createProject(files);
  const policies = openEngine(dir);
  const host = ruleEngineHostOf({ policies });
  expect(await host.policies()).toHaveLength(1);
  const listener = vi.fn<() => void>();
  host.subscribe(listener);
  await host.register?.(forbids("x"));
  expect(listener).toHaveBeenCalledOnce();
  await write(".precept/policies/broken.yaml", "rule: { id: BROKEN }");
  await policies.reload();
  expect(listener).toHaveBeenCalledOnce();
  await remove(".precept/policies/names.yaml");
  await policies.reload();
  expect(listener).toHaveBeenCalledTimes(2);
  expect((await host.policies()).map(({ id }) => id)).toEqual(["NO-X"]);
});
