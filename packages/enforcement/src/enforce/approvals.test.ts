import type { ApprovalQuestion } from "@precept/governance";
import { policyFile } from "@precept/testing";
import { describe, expect, it } from "vitest";
import type { PolicyEngine } from "../policy-engine.ts";
import { createPolicyProject } from "../../test/policy-project.ts";

const file = ".precept/policies/a.yaml";

function asking(severity: "CRITICAL" | "HIGH" | "MEDIUM" | "LOW" = "CRITICAL"): Readonly<Record<string, string>> {
  return { [file]: policyFile({ severity, rest: { handler: "ASK" } }) };
}

const command = { text: "bad move", kind: "command" } as const;
const yes = { approved: true, by: "ada" } as const;

async function approvalsIn(policies: PolicyEngine): Promise<readonly unknown[]> {
  const { violations } = await policies.auditLog();
  const found = [];
  for await (const { further = {} } of violations.list()) found.push(further["approval"]);
  return found;
}

describe("a policy with the action ASK", () => {
  it.each([
    ["CRITICAL", true],
    ["HIGH", true],
    ["MEDIUM", false],
    ["LOW", false],
  ] as const)("without a human, at severity %s: denies the call: %s; and never stops the agent", async (severity, denies) => {
    const { open } = await createPolicyProject(asking(severity));
    const policies = open();
    const decision = await policies.enforce(command);
    expect(decision).toMatchObject({ action: "ASK", stops: false, denies, questions: [{ status: "open", denies }] });
    expect(await approvalsIn(policies)).toMatchObject([{ status: "asked", denied: denies, by: null }]);
  });

  it("asks, and lets the call through if the human approves it, with who and when in the audit log", async () => {
    const { open } = await createPolicyProject(asking());
    const policies = open();
    const asked: ApprovalQuestion[] = [];
    const decision = await policies.enforce(command, {
      session: "s",
      tool: "Bash",
      onAsk: (question) => {
        asked.push(question);
        return { ...yes, reason: "It is mine." };
      },
    });
    expect(asked).toMatchObject([{ session: "s", tool: "Bash", policy: "A-1", priority: "P0", subject: "command" }]);
    expect(decision).toMatchObject({
      action: "PASS",
      denies: false,
      violations: [],
      accepted: [{ by: "approval", reason: "approved by ada: It is mine." }],
      questions: [{ status: "approved", answer: { by: "ada", at: expect.any(String) as string } }],
    });
    expect(await approvalsIn(policies)).toMatchObject([{ status: "approved", by: "ada", remember: "once" }]);
  });

  it.each([
    ["an error", () => Promise.reject(new Error("The terminal is gone."))],
    ["nothing", () => undefined],
    ["no answer in time", () => new Promise<undefined>(() => undefined)],
    ["a value other than true", () => ({ approved: "yes", by: "ada" }) as never],
  ])("denies the call if the human gives %s", async (_what, onAsk) => {
    const { open } = await createPolicyProject(asking());
    expect(await open().enforce(command, { onAsk, askTimeout: 20 })).toMatchObject({ denies: true, stops: false });
  });

  it("does not ask about an agent that must stop anyway", async () => {
    const { open } = await createPolicyProject({
      ...asking(),
      ".precept/policies/b.yaml": policyFile({ id: "B-1", severity: "CRITICAL" }),
    });
    const decision = await open().enforce(command, { onAsk: () => Promise.reject(new Error("It asked.")) });
    expect(decision).toMatchObject({ action: "TERMINATE", stops: true, denies: true, questions: [] });
  });

  it("leaves the question to a host that asks its own user", async () => {
    const { open } = await createPolicyProject(asking());
    const policies = open();
    const decision = await policies.enforce(command, { onAsk: "host" });
    expect(decision).toMatchObject({ action: "ASK", denies: false, questions: [{ status: "deferred" }] });
    expect(await policies.approvals.list()).toEqual([]);
  });

  it("asks no human in read-only mode, where no answer could be used up", async () => {
    const { open } = await createPolicyProject(asking());
    const policies = open();
    const { questions } = await policies.enforce(command);
    await policies.approvals.approve(questions[0]?.question.key ?? "", { by: "ada" });
    const reader = open({ readOnly: true });
    expect(await reader.enforce(command)).toMatchObject({ denies: true });
    await expect(reader.approvals.deny("a", { by: "ada" })).rejects.toMatchObject({ code: "WORKSPACE_READ_ONLY" });
  });
});

describe("the answer to an open question", () => {
  async function askedProject() {
    const project = await createPolicyProject(asking());
    const policies = project.open();
    const { questions } = await policies.enforce(command, { session: "s" });
    return { ...project, policies, key: questions[0]?.question.key ?? "" };
  }

  it("counts for one call with the same text, in another process too", async () => {
    const { open, policies, key } = await askedProject();
    expect(key).toMatch(/^[0-9a-f]{12}$/);
    await policies.approvals.approve(key.slice(0, 6), { by: "ada" });
    const other = open();
    expect(await other.enforce({ ...command, text: "bad move again" }, { session: "s" })).toMatchObject({ denies: true });
    expect(await other.enforce(command, { session: "other" })).toMatchObject({ denies: true });
    expect(await other.enforce(command, { session: "s" })).toMatchObject({ denies: false, action: "PASS" });
    expect(await other.enforce(command, { session: "s" })).toMatchObject({ denies: true, action: "ASK" });
  });

  it("is used up by one of several calls at the same time", async () => {
    const { open, policies, key } = await askedProject();
    await policies.approvals.approve(key, { by: "ada" });
    const engines = [policies, open(), open(), open()];
    const decisions = await Promise.all(engines.map((engine) => engine.enforce(command, { session: "s" })));
    expect(decisions.filter(({ denies }) => !denies)).toHaveLength(1);
  });

  it("counts until the session ends if the human says so", async () => {
    const { policies, key } = await askedProject();
    await policies.approvals.approve(key, { by: "ada", remember: "session" });
    for (const _round of [1, 2]) {
      expect(await policies.enforce(command, { session: "s" })).toMatchObject({ denies: false, action: "PASS" });
    }
    await policies.softHooks.end("s");
    expect(await policies.enforce(command, { session: "s" })).toMatchObject({ denies: true });
  });

  it("for the session counts for other versions of a file, and for one call only for this version", async () => {
    const { open } = await createPolicyProject(asking());
    const policies = open();
    const version = (text: string) => policies.enforce({ file: "a.ts", text }, { session: "s" });
    const { questions } = await version("bad");
    const key = questions[0]?.question.key ?? "";
    await policies.approvals.approve(key, { by: "ada" });
    expect(await version("bad, and more")).toMatchObject({ denies: true });
    await policies.approvals.approve(key, { by: "ada", remember: "session" });
    expect(await version("bad, and yet more")).toMatchObject({ denies: false });
  });

  it("denies the call if it is no, without asking again", async () => {
    const { policies, key } = await askedProject();
    await policies.approvals.deny(key, { by: "ada", reason: "Not on Friday.", remember: "session" });
    const decision = await policies.enforce(command, { session: "s", onAsk: () => yes });
    expect(decision).toMatchObject({ denies: true, questions: [{ status: "denied", answer: { reason: "Not on Friday." } }] });
  });

  it("is in the audit log, and in the list until it no longer counts", async () => {
    const { policies, key } = await askedProject();
    expect(await policies.approvals.list("s")).toMatchObject([{ question: { key, policy: "A-1" } }]);
    await policies.approvals.deny(key, { by: "ada" });
    expect(await policies.approvals.list()).toMatchObject([{ answer: { approved: false, by: "ada", remember: "once" } }]);
    await policies.enforce(command, { session: "s" });
    expect(await policies.approvals.list()).toEqual([]);
    const found = await approvalsIn(policies);
    expect(found).toMatchObject([{ status: "asked" }, { status: "denied", by: "ada" }, { status: "denied", denied: true }]);
  });

  it("is refused for an unknown key", async () => {
    const { policies } = await askedProject();
    for (const key of ["", "zz"])
      await expect(policies.approvals.approve(key, { by: "ada" })).rejects.toMatchObject({ code: "APPROVAL_UNKNOWN" });
  });
});

describe("a denied call", () => {
  const denying = { [file]: policyFile({ severity: "CRITICAL" }) };

  it("is allowed after a human approved exactly this call, which the audit log shows", async () => {
    const { open } = await createPolicyProject(denying);
    const policies = open();
    const denied = await policies.enforce(command, { session: "s" });
    expect(denied).toMatchObject({
      action: "TERMINATE",
      denies: true,
      questions: [],
      denialKeys: [expect.any(String) as string],
    });
    const [approval] = await policies.approvals.list();
    expect(approval).toMatchObject({ isDenial: true, question: { key: denied.denialKeys?.[0], policy: "A-1" } });
    await policies.approvals.approve(approval?.question.key ?? "", { by: "ada", remember: "session" });
    for (let event = 0; event < 2; event += 1) {
      expect(await policies.enforce(command, { session: "s" })).toMatchObject({ action: "PASS", denies: false });
    }
    expect(await policies.enforce({ ...command, text: "bad move, again" }, { session: "s" })).toMatchObject({ denies: true });
    expect(await policies.enforce(command, { session: "other" })).toMatchObject({ denies: true });
    expect(await approvalsIn(policies)).toContainEqual(expect.objectContaining({ status: "approved", by: "ada" }));
  });

  it("is allowed for ten minutes", async () => {
    const { open } = await createPolicyProject(denying);
    const policies = open();
    await policies.enforce(command);
    const [approval] = await policies.approvals.list();
    const { expiresAt, answer } = await policies.approvals.approve(approval?.question.key ?? "", { by: "ada" });
    expect(Date.parse(expiresAt) - Date.parse(answer?.at ?? "")).toBe(600_000);
  });

  it("cannot be allowed if it is a result", async () => {
    const { open } = await createPolicyProject(denying);
    const policies = open();
    const decision = await policies.enforce({ text: "bad move", kind: "result" });
    expect([decision.denies, decision.denialKeys, await policies.approvals.list()]).toEqual([true, undefined, []]);
  });
});
