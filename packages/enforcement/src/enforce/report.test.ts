import { execFileSync } from "node:child_process";
import { join } from "node:path";
import { openTestRepository, policyFile } from "@precept/testing";
import { describe, expect, it } from "vitest";
import { createPolicyProject } from "../../test/policy-project.ts";

const file = ".precept/policies/a.yaml";
const settings = { rollback: true };

function countCheckpoints(dir: string): number {
  const refs = execFileSync("git", ["for-each-ref", "--format=%(refname)"], { cwd: dir, encoding: "utf8" });
  return refs.split("\n").filter((ref) => ref.includes("precept")).length;
}

describe("reporting a violation", () => {
  it("writes the audit log, with the location that was reported", async () => {
    const { open } = await createPolicyProject({ [file]: policyFile({ severity: "MEDIUM" }) });
    const policies = open();
    const decision = await policies.report("A-1", { file: "./src/a.ts", line: 7, text: "one\ntwo" }, { agent: "reviewer" });
    expect(decision).toMatchObject({
      action: "LOG_ONLY",
      violations: [{ policy: "A-1", file: "src/a.ts", line: 7, endLine: 8 }],
      logged: [{ logId: decision.logIds[0], isShadow: false }],
      fixes: [],
    });
    const { violations } = await policies.auditLog();
    expect(await violations.tail(2)).toMatchObject([
      { rule_id: "A-1", context: { file: "src/a.ts", line: 7, agent: "reviewer" } },
    ]);
  });

  it("escalates advice that is reported again and again", async () => {
    const { open } = await createPolicyProject({ [file]: policyFile({ severity: "LOW" }) });
    const policies = open();
    const actions: string[] = [];
    for (const toolUse of ["1", "2", "3", "4"]) {
      actions.push((await policies.report("A-1", { file: "a.ts", text: "bad" }, { toolUse })).action);
    }
    expect(actions).toEqual(["SOFT_HOOK", "SOFT_HOOK", "SOFT_HOOK", "LOG_ONLY"]);
  });

  it("throws for a policy that does not exist, and for an aborted signal", async () => {
    const { open } = await createPolicyProject({ [file]: policyFile() });
    const policies = open();
    await expect(policies.report("A-2", {})).rejects.toMatchObject({ code: "POLICY_UNKNOWN" });
    const reason = new Error("cancelled");
    await expect(policies.report("A-1", {}, { signal: AbortSignal.abort(reason) })).rejects.toBe(reason);
    const { violations } = await policies.auditLog();
    expect(await violations.tail(1)).toEqual([]);
  });
});

describe("the option `rollback`", () => {
  it("set to false leaves the working tree and its checkpoints alone", async () => {
    const { open, dir } = await createPolicyProject({ [file]: policyFile({ severity: "CRITICAL" }) }, settings);
    openTestRepository(join(dir));
    const policies = open();
    await policies.enforce({ text: "fine" }, { rollback: false });
    expect(countCheckpoints(dir)).toBe(0);
    expect(await policies.enforce({ text: "bad" }, { rollback: false })).toMatchObject({ stops: true, rollback: undefined });
    await policies.enforce({ text: "fine" });
    expect(countCheckpoints(dir)).toBeGreaterThan(0);
    expect(await policies.enforce({ text: "bad" })).toMatchObject({ rollback: { kind: "done" } });
  });
});

describe("evaluating many texts", () => {
  it("lets other work through between two texts, and can be cancelled there", async () => {
    const { open } = await createPolicyProject({ [file]: policyFile() });
    const policies = open();
    const controller = new AbortController();
    const texts = Array.from({ length: 50 }, () => ({ text: "fine" }));
    await policies.list();
    const checking = policies.check(texts, { signal: controller.signal });
    const reason = new Error("cancelled");
    setImmediate(() => controller.abort(reason));
    await expect(checking).rejects.toBe(reason);
  });
});
