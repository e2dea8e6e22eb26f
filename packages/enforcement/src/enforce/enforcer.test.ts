import { existsSync } from "node:fs";
import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { verifyAuditLog, type AuditLog } from "@precept/audit-log";
import { describe, expect, it } from "vitest";
import { openTestRepository, policyFile } from "@precept/testing";
import { createPolicyProject } from "../../test/policy-project.ts";

const file = ".precept/policies/a.yaml";
const fix = { fix: { replacement: "good" } };

async function violationsIn({ violations }: AuditLog) {
  const entries = [];
  for await (const entry of violations.list()) entries.push(entry);
  return entries;
}

describe("enforcement", () => {
  it("seed 4.3, 8.1: writes a chained entry to the audit log", async () => {
    const { open, dir } = await createPolicyProject({
      [file]: policyFile({ severity: "HIGH", rest: { suggestion: "Write fine." } }),
    });
    const policies = open();
    const decision = await policies.enforce(
      { text: "\nbad", file: "src/a.ts" },
      { session: "s1", agent: "Implementer", phase: "IMPLEMENTATION" },
    );
    expect(decision).toMatchObject({ action: "QUICK_FIX", stops: false, notifiesHuman: false, iterationPenalty: 0, fixes: [] });
    const [entry, ...more] = await violationsIn(await policies.auditLog());
    expect(more).toEqual([]);
    expect(entry).toMatchObject({
      log_id: decision.logIds[0],
      rule_id: "A-1",
      handler: "QUICK_FIX",
      priority: "P1",
      phase: "IMPLEMENTATION",
      context: { file: "src/a.ts", line: 2, agent: "Implementer" },
      violation: { message: "A-1 is broken.", suggestion: "Write fine." },
      further: { session: "s1", severity: "HIGH" },
    });
    expect(entry?.log_id).toMatch(/^RULE-\d{8}-001$/);
    expect(await verifyAuditLog(join(dir, ".precept/audit/rule_violations.jsonl"))).toMatchObject([
      { entries: 1, isIntact: true },
    ]);
  });

  it("writes no entry without a violation or in read-only mode", async () => {
    const { open, dir } = await createPolicyProject({ [file]: policyFile({ severity: "LOW" }) });
    await open().enforce({ text: "fine" });
    const decision = await open({ readOnly: true }).enforce({ text: "bad" });
    expect(decision).toMatchObject({ action: "SOFT_HOOK", logIds: [], softHooks: [] });
    expect(existsSync(join(dir, ".precept/audit"))).toBe(false);
    expect(existsSync(join(dir, ".precept/state/soft-hooks.sqlite"))).toBe(false);
  });

  it("writes to the configured directory and masks the configured fields", async () => {
    const { open, dir } = await createPolicyProject(
      { [file]: policyFile() },
      { audit: { dir: "logs", mask: ["session"], keep: Infinity } },
    );
    await open().enforce({ text: "bad" }, { session: "of ada" });
    const text = await readFile(join(dir, "logs/rule_violations.jsonl"), "utf8");
    expect(text).toContain('"rule_id":"A-1"');
    expect(text).not.toContain("of ada");
  });

  it("takes no action in shadow mode, but writes an entry", async () => {
    const { open } = await createPolicyProject(
      { [file]: policyFile({ severity: "CRITICAL", rest: fix }), "a.ts": "bad" },
      { shadow: true, rollback: true },
    );
    const policies = open();
    const decision = await policies.enforce({ text: "bad", file: "a.ts" }, { fix: "write" });
    expect(decision).toMatchObject({ action: "PASS", stops: false, notifiesHuman: false, fixes: [], rollback: undefined });
    expect(await violationsIn(await policies.auditLog())).toMatchObject([{ handler: "TERMINATE", further: { shadow: true } }]);
  });
});

describe("a quick fix", () => {
  const quick = policyFile({ severity: "HIGH", rest: fix });

  it("seed 4.2: is planned, and written only on request", async () => {
    const { open, dir } = await createPolicyProject({ [file]: quick, "a.ts": "so bad it is" });
    const policies = open();
    const subject = { text: "so bad it is", file: "a.ts" };
    const planned = await policies.enforce(subject);
    expect(planned).toMatchObject({ action: "QUICK_FIX", violations: [{ policy: "A-1" }] });
    expect(planned.fixes).toMatchObject([
      { file: "a.ts", text: "so good it is", edits: [{ start: 3, end: 5, text: "goo" }], written: false },
    ]);
    expect(await readFile(join(dir, "a.ts"), "utf8")).toBe("so bad it is");
    expect((await policies.enforce(subject, { fix: "none" })).fixes).toEqual([]);
    const written = await policies.enforce(subject, { fix: "write" });
    expect(written).toMatchObject({ action: "PASS", violations: [], iterationPenalty: 0, fixes: [{ written: true }] });
    expect(await readFile(join(dir, "a.ts"), "utf8")).toBe("so good it is");
    const quickFixes = (await violationsIn(await policies.auditLog())).map((entry) => entry.quick_fix);
    expect(quickFixes).toEqual([
      { applied: false, change: "bad → good", verified: true },
      undefined,
      { applied: true, change: "bad → good", verified: true },
    ]);
  });

  it("writes nothing if the file differs from the text, is missing, or the text is a fragment", async () => {
    const { open, dir } = await createPolicyProject({ [file]: quick, "a.ts": "changed, bad" });
    const policies = open();
    for (const subject of [
      { text: "bad", file: "a.ts" },
      { text: "bad", file: "missing.ts" },
      { text: "bad", file: "../outside.ts" },
      { text: "bad" },
      { text: "changed, bad", file: "a.ts", fragment: true },
      { text: "changed, bad", file: "a.ts", kind: "command" as const },
    ]) {
      const decision = await policies.enforce(subject, { fix: "write" });
      expect(decision).toMatchObject({ action: "QUICK_FIX", fixes: [{ written: false }] });
    }
    expect(await readFile(join(dir, "a.ts"), "utf8")).toBe("changed, bad");
    const reading = open({ readOnly: true });
    const decision = await reading.enforce({ text: "changed, bad", file: "a.ts" }, { fix: "write" });
    expect(decision.fixes).toMatchObject([{ text: "changed, good", written: false }]);
  });

  it("seed 4.2: stops at the limit of the policy, or else of the settings", async () => {
    const { open } = await createPolicyProject(
      {
        [file]: quick,
        ".precept/policies/b.yaml": policyFile({
          id: "B-1",
          severity: "HIGH",
          pattern: "odd",
          rest: { fix: { replacement: "even", max_fixes: 2 } },
        }),
      },
      { maxFixes: 1 },
    );
    const { fixes } = await open().enforce({ text: "bad bad odd odd odd" });
    expect(fixes).toMatchObject([{ text: "good bad even even odd" }]);
    expect(fixes[0]?.unfixed.map(({ reason }) => reason)).toEqual([
      { kind: "maxFixes", maxFixes: 1 },
      { kind: "maxFixes", maxFixes: 2 },
    ]);
  });

  it("is discarded if it violates another policy", async () => {
    const { open } = await createPolicyProject({
      [file]: quick,
      ".precept/policies/b.yaml": policyFile({ id: "B-1", pattern: "good" }),
    });
    const decision = await open().enforce({ text: "bad" });
    expect(decision).toMatchObject({ action: "QUICK_FIX", fixes: [] });
  });

  it("is not written if another violation stops the agent", async () => {
    const { open, dir } = await createPolicyProject({
      [file]: quick,
      ".precept/policies/b.yaml": policyFile({ id: "B-1", severity: "CRITICAL", pattern: "worst" }),
      "a.ts": "bad",
    });
    const subjects = [{ text: "bad", file: "a.ts" }, { text: "worst" }];
    const decision = await open().enforce(subjects, { fix: "write" });
    expect(decision).toMatchObject({ action: "TERMINATE", stops: true, iterationPenalty: "MAX", fixes: [{ written: false }] });
    expect(await readFile(join(dir, "a.ts"), "utf8")).toBe("bad");
  });
});

describe("a violation that stops an agent", () => {
  const stop = policyFile({ severity: "CRITICAL" });

  it("seed 4.1: restores the checkpoint of its session, returns the undo command, and writes it to the audit log", async () => {
    const { open, dir } = await createPolicyProject({ [file]: stop, "a.ts": "begun" }, { rollback: true });
    openTestRepository(dir);
    const first = open();
    await first.checkpoints.create("s1");
    await first[Symbol.asyncDispose]();
    await writeFile(join(dir, "a.ts"), "ruined");
    const policies = open();
    expect((await policies.enforce({ text: "bad" }, { session: "s2" })).rollback).toEqual({ kind: "none" });
    expect(await readFile(join(dir, "a.ts"), "utf8")).toBe("ruined");
    const { rollback } = await policies.enforce({ text: "bad" }, { session: "s1" });
    expect(rollback).toMatchObject({ kind: "done", changed: ["a.ts"] });
    expect(await readFile(join(dir, "a.ts"), "utf8")).toBe("begun");
    const undo = rollback?.kind === "done" ? rollback.undo : "";
    expect((await violationsIn(await policies.auditLog())).map(({ further }) => further?.["rollback"])).toEqual([
      "none",
      expect.objectContaining({ undo }),
    ]);
    expect(undo).toMatch(/^precept checkpoint undo \S+ --root /);
    await policies.checkpoints.undo();
    expect(await readFile(join(dir, "a.ts"), "utf8")).toBe("ruined");
  });

  it(
    "restores the start of its session without an explicit checkpoint, and retains the configured number of checkpoints",
    { tags: "slow" },
    async () => {
      const { open, dir } = await createPolicyProject({ [file]: stop, "a.ts": "begun" }, { rollback: true, keepCheckpoints: 2 });
      const { git } = openTestRepository(dir);
      const policies = open();
      await policies.enforce({ text: "fine" }, { session: "s1" });
      await writeFile(join(dir, "a.ts"), "more");
      // The session has a checkpoint already.
      await policies.enforce({ text: "fine" }, { session: "s1" });
      await writeFile(join(dir, "a.ts"), "ruined");
      const { rollback } = await policies.enforce({ text: "bad" }, { session: "s1" });
      expect(rollback).toMatchObject({ kind: "done", changed: ["a.ts"] });
      expect(await readFile(join(dir, "a.ts"), "utf8")).toBe("begun");
      for (const session of ["s2", "s3"]) await policies.enforce({ text: "fine" }, { session });
      expect((await policies.checkpoints.history()).checkpoints.map(({ session }) => session)).toEqual(["s3", "s2"]);
      expect(git("status", "--porcelain", "--untracked-files=all").split("\n").toSorted()).toEqual([
        "",
        "?? .precept/policies/a.yaml",
        "?? a.ts",
      ]);
    },
  );

  it("does not change the working tree if rollbacks are not enabled", async () => {
    const { open, dir } = await createPolicyProject({ [file]: stop, "a.ts": "begun" });
    openTestRepository(dir);
    const policies = open();
    await policies.checkpoints.create();
    await writeFile(join(dir, "a.ts"), "changed");
    expect(await policies.enforce({ text: "bad" })).toMatchObject({ stops: true, notifiesHuman: true, rollback: undefined });
    expect(await readFile(join(dir, "a.ts"), "utf8")).toBe("changed");
  });

  it("seed 4.1: stops the agent even if the audit log cannot be written, and reports that", async () => {
    const { open } = await createPolicyProject({ [file]: stop, ".precept/audit": "a file" });
    expect(await open().enforce({ text: "bad" })).toMatchObject({
      action: "TERMINATE",
      logIds: [],
      diagnostics: [{ code: "policies/not-recorded" }],
    });
  });
});
