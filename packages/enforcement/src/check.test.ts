import { readFile, symlink } from "node:fs/promises";
import { join } from "node:path";
import { createBaseline, emptyBaseline } from "@precept/governance";
import { expect, describe, it } from "vitest";
import { policyFile } from "@precept/testing";
import { createPolicyProject } from "../test/policy-project.ts";

const file = ".precept/policies/a.yaml";

describe("a check", () => {
  it("returns violations with paths relative to the project, and writes nothing", async () => {
    const { open, dir } = await createPolicyProject({
      [file]: policyFile({ rest: { match: { pattern: "bad", file_patterns: ["src/**"] } } }),
    });
    const policies = open({ readOnly: true });
    const subject = { text: "fine\n  bad", file: join(dir, "src", "..", "src", "a.ts") };
    expect(await policies.check(subject)).toMatchObject({
      action: "LOG_ONLY",
      violations: [{ policy: "A-1", file: "src/a.ts", line: 2, column: 3, action: "LOG_ONLY" }],
    });
    expect(await policies.check({ text: "bad", file: "test/a.ts" })).toMatchObject({
      action: "PASS",
      skipped: [{ policy: "A-1" }],
    });
    await expect(readFile(join(dir, ".precept/audit/rule_violations.jsonl"))).rejects.toMatchObject({ code: "ENOENT" });
  });

  it("reads the scripts of the project that a command runs, and no others", async () => {
    const { open, dir } = await createPolicyProject(
      {
        "scripts/clean.sh": "rm -rf /\n",
        "scripts/large.sh": `${"# comment\n".repeat(10_000)}rm -rf /\n`,
        "package.json": '{ "scripts": { "clean": "sh scripts/clean.sh" } }',
      },
      { starters: ["destructive-commands"] },
    );
    await symlink("/etc", join(dir, "outside"));
    const policies = open({ readOnly: true });
    const actionOf = async (text: string) => (await policies.check({ kind: "command", text })).action;
    for (const text of ["sh scripts/clean.sh", "npm run clean", `bash ${join(dir, "scripts/clean.sh")}`]) {
      expect([text, await actionOf(text)]).toEqual([text, "TERMINATE"]);
    }
    for (const text of ["sh scripts/large.sh", "sh outside/profile", "sh scripts", "cat scripts/clean.sh", "npm test"]) {
      expect([text, await actionOf(text)]).toEqual([text, "PASS"]);
    }
  });

  it("makes one decision about several texts", async () => {
    const { open } = await createPolicyProject({
      [file]: policyFile(),
      ".precept/policies/b.yaml": policyFile({ id: "B-1", severity: "CRITICAL", pattern: "worse" }),
    });
    const policies = open();
    const texts = ["bad", "fine", "worse"].map((text) => ({ text }));
    expect(await policies.check(texts)).toMatchObject({
      action: "TERMINATE",
      violations: [{ policy: "A-1" }, { policy: "B-1" }],
    });
    expect(await policies.check([])).toMatchObject({ action: "PASS", violations: [] });
  });

  it("selects policies by phase and context", async () => {
    const { open } = await createPolicyProject({
      [file]: policyFile({ rest: { phase: "TEST", match: { pattern: "bad", context_filter: { agent_type: "Planner" } } } }),
    });
    const policies = open();
    const context = { agent_type: "Planner" };
    expect((await policies.check({ text: "bad" }, { phase: "TEST", context })).action).toBe("LOG_ONLY");
    expect((await policies.check({ text: "bad" }, { phase: "REVIEW", context })).action).toBe("PASS");
    expect((await policies.check({ text: "bad" }, { phase: "TEST" })).action).toBe("PASS");
  });

  it("evaluates only the policies in `only`", async () => {
    const { open } = await createPolicyProject({ [file]: policyFile(), ".precept/policies/b.yaml": policyFile({ id: "B-1" }) });
    const decision = await open().check({ text: "bad // precept-ignore A-1 -- known" }, { only: ["B-1"] });
    expect(decision).toMatchObject({ violations: [{ policy: "B-1" }], skipped: [], diagnostics: [] });
  });

  it("accepts the violations in the baseline, unless `baseline` is false", async () => {
    const { open } = await createPolicyProject({ [file]: policyFile() });
    const policies = open();
    const { violations } = await policies.check({ text: "bad", file: "a.ts" });
    const { file: path } = await policies.updateBaseline(() => createBaseline(violations));
    expect(path).toBe(".precept/baseline.json");
    const later = open();
    expect((await later.baseline()).entries).toHaveLength(1);
    expect(await later.check({ text: "bad", file: "a.ts" })).toMatchObject({ action: "PASS", accepted: [{ by: "baseline" }] });
    expect(await later.check({ text: "bad\nbad", file: "a.ts" })).toMatchObject({ violations: [{ line: 2 }] });
    expect(await later.check({ text: "bad", file: "a.ts" }, { baseline: false })).toMatchObject({ action: "LOG_ONLY" });
    await later.updateBaseline(() => emptyBaseline);
    expect(await later.check({ text: "bad", file: "a.ts" })).toMatchObject({ action: "LOG_ONLY" });
  });

  it("only reports violations in shadow mode", async () => {
    const { open } = await createPolicyProject({ [file]: policyFile({ severity: "CRITICAL" }) }, { shadow: true });
    const policies = open();
    expect(await policies.check({ text: "bad" })).toMatchObject({
      action: "PASS",
      violations: [],
      shadowed: [{ policy: "A-1" }],
    });
  });

  it("reports a policy that no phase checks after the settings have changed", async () => {
    const { open, configure } = await createPolicyProject({ [file]: policyFile({ severity: "LOW" }) });
    const policies = open();
    expect(await policies.diagnostics()).toEqual([]);
    configure({ tables: { phase_matrix: { ANALYSIS: ["P0"], TEST: ["P0"] } } });
    await policies.reload();
    const never = [{ code: "policy/never-checked", file }];
    expect(await policies.diagnostics()).toMatchObject([...never, { code: "policies/kept" }]);
    expect(await open().diagnostics()).toMatchObject(never);
  });

  it("uses the governance tables of the settings", async () => {
    const tables = {
      severity_mapping: { MEDIUM: "P0" },
      priority_mapping: { P0: { action: "LOG_ONLY" } },
      phase_matrix: { TEST: ["P1"] },
    } as const;
    const { open } = await createPolicyProject({ [file]: policyFile() }, { tables });
    const policies = open();
    expect(await policies.diagnostics()).toEqual([]);
    expect(await policies.check({ text: "bad" })).toMatchObject({ violations: [{ priority: "P0", action: "LOG_ONLY" }] });
    expect(await policies.check({ text: "bad" }, { phase: "TEST" })).toMatchObject({ action: "PASS" });
  });

  it("stops when the signal aborts", async () => {
    const { open } = await createPolicyProject({ [file]: policyFile() });
    const signal = AbortSignal.abort(new Error("Enough."));
    await expect(open().check({ text: "bad" }, { signal })).rejects.toThrow("Enough.");
  });
});
