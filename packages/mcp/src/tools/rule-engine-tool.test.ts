import { Client, InMemoryTransport } from "@modelcontextprotocol/client";
import { createProject, policyFile } from "@precept/testing";
import { describe, expect, it, onTestFinished } from "vitest";
import { ruleEngineHostOf } from "../host/rule-engine-host.ts";
import { servePreceptOnStdio } from "../server/serve-stdio.ts";
import { openEngine } from "../../test/policy-engine.ts";
import type { ProtocolEra } from "./policy-tools.ts";

type Answer = Readonly<Record<string, unknown>>;
type Elicit = () => { readonly action: "accept" | "decline" | "cancel"; readonly content?: Record<string, string> };

/** Serves policies, and returns a function that calls `rule_engine`. */
async function serve(policies: readonly string[], era: ProtocolEra = "modern", elicit?: Elicit) {
  const files = Object.fromEntries(policies.map((text, at) => [`.precept/policies/${at}.yaml`, text]));
  const { dir } = await createProject(files);
  const engine = openEngine(dir);
  const [near, far] = InMemoryTransport.createLinkedPair();
  const connection = servePreceptOnStdio({ policies: ruleEngineHostOf({ policies: engine }) }, { transport: far });
  onTestFinished(() => connection.close());
  const client = new Client(
    { name: "test", version: "1.0.0" },
    {
      versionNegotiation: { mode: era === "modern" ? "auto" : "legacy" },
      capabilities: elicit === undefined ? {} : { elicitation: { form: {} } },
    },
  );
  const asked: string[] = [];
  if (elicit !== undefined) {
    client.setRequestHandler("elicitation/create", async ({ params }) => {
      asked.push(params.message);
      return elicit();
    });
  }
  await client.connect(near);
  const call = async (args: Readonly<Record<string, unknown>>): Promise<Answer> => {
    const { structuredContent, content } = await client.callTool({ name: "rule_engine", arguments: { ...args } });
    return (structuredContent ?? { error: (content[0] as { readonly text: string }).text }) as Answer;
  };
  return { engine, call, asked };
}

const advice = policyFile({ id: "TODO-1", severity: "LOW", pattern: "TODO" });
const asking = policyFile({ id: "ASK-1", severity: "CRITICAL", pattern: "push", rest: { handler: "ASK" } });
const execute = { action: "execute", context: { code: "git push", subject: "command", session: "s" } };

describe("rule_engine", () => {
  it("records a violation of a policy without a pattern, and acts on it", async () => {
    const { call } = await serve(["{ id: ROLE-1, severity: CRITICAL, message: The reviewer must not edit files. }"]);
    const answer = await call({
      action: "report_violation",
      rule_id: "ROLE-1",
      line: 3,
      context: { file: "a.ts", session: "s" },
    });
    expect(answer).toMatchObject({
      action: "TERMINATE",
      stops: true,
      violations: [{ rule_id: "ROLE-1", file: "a.ts", line: 3 }],
    });
    expect(await call({ action: "list_audit", context: { session: "s" } })).toMatchObject({
      entries: [{ rule_id: "ROLE-1", handler: "TERMINATE", context: { file: "a.ts", line: 3 } }],
      previous: null,
    });
    const inContext = { action: "report_violation", rule_id: "ROLE-1", context: { file: "b.ts", line: 42, session: "s" } };
    expect(await call(inContext)).toMatchObject({ violations: [{ file: "b.ts", line: 42 }] });
    expect(await call({ ...inContext, context: { line: "42" } })).toMatchObject({
      error: expect.stringContaining("whole number") as string,
    });
    expect(await call({ action: "report_violation", rule_id: "NONE" })).toMatchObject({
      error: expect.stringContaining("Unknown policy") as string,
    });
    expect(await call({ action: "report_violation" })).toMatchObject({ error: expect.stringContaining("`rule_id`") as string });
  });

  it("seed 5.3: answers with each advice's key, count and threshold, and takes IGNORE and COMPLY", async () => {
    const { call } = await serve([advice]);
    const context = { code: "// TODO", session: "s", agent: "a" };
    const first = await call({ action: "execute", context });
    expect(first).toMatchObject({ advice: [{ rule_id: "TODO-1", ignore_count: 0, upgrade_threshold: 3, upgraded_to: null }] });
    const [{ key }] = first["advice"] as readonly [{ readonly key: string }];
    expect(await call({ action: "ignore_advice", advice_key: key, context: { session: "s" } })).toMatchObject({
      effects: [{ effect: "ignored", key, ignore_count: 1, upgrade_threshold: 3 }],
    });
    expect(await call({ action: "ignore_advice", advice_key: key, context: { session: "other" } })).toMatchObject({
      error: expect.stringContaining("Unknown advisory") as string,
    });
    expect(await call({ action: "comply_with_advice", advice_key: key, context: { session: "s" } })).toMatchObject({
      effects: [{ effect: "complied", key }],
    });
  });

  it("accepts the argument names of the REST API: `only` and `key`", async () => {
    const { call } = await serve([advice, policyFile({ id: "TODO-2", severity: "LOW", pattern: "TODO" })]);
    const check = { action: "execute", context: { code: "// TODO", session: "s" } };
    const answer = await call({ ...check, only: ["TODO-2"] });
    expect(answer).toMatchObject({ violations: [{ rule_id: "TODO-2" }], advice: [{ rule_id: "TODO-2" }] });
    const [{ key }] = answer["advice"] as readonly [{ readonly key: string }];
    const reply = { action: "ignore_advice", context: { session: "s" } };
    expect(await call({ ...reply, key })).toMatchObject({ effects: [{ effect: "ignored", key }] });
    expect(await call({ ...reply, key: "" })).toMatchObject({ error: "`key` must not be empty." });
    expect(await call({ ...reply, key, advice_key: "other" })).toMatchObject({
      error: expect.stringContaining("`advice_key` and `key` are the same argument") as string,
    });
    expect((await call({ ...check, only: ["TODO-1", "TODO-2"] }))["violations"]).toHaveLength(2);
    expect(await call({ ...check, rule_id: "TODO-2", only: ["TODO-2"] })).toMatchObject({ violations: [{ rule_id: "TODO-2" }] });
    for (const [args, problem] of [
      [{ rule_id: "TODO-1", only: ["TODO-2"] }, "name different policies"],
      [{ only: ["TODO-1", "NONE"] }, "Unknown policy `NONE`"],
      [{ only: [""] }, "`only.0` must not be empty"],
    ] as const) {
      expect(await call({ ...check, ...args })).toMatchObject({ error: expect.stringContaining(problem) as string });
    }
  });

  it("raises policies with `priority_boost` if the work requires high quality", async () => {
    const boosted = policyFile({ id: "B-1", severity: "LOW", rest: { metadata: { priority_boost: true } } });
    const { call } = await serve([boosted]);
    const check = { action: "check_violation", context: { code: "bad" } };
    expect(await call(check)).toMatchObject({ action: "SOFT_HOOK" });
    expect(await call({ ...check, high_quality: true })).toMatchObject({ action: "LOG_ONLY", violations: [{ priority: "P2" }] });
  });

  it("returns audit entries of the named session, in pages, and their numbers", async () => {
    const { call } = await serve([asking]);
    for (const code of ["push 1", "push 2", "push 3"]) await call({ action: "execute", context: { code, session: "s" } });
    await call({ action: "execute", context: { code: "push 4", session: "other" } });
    const own = { context: { session: "s" } };
    const page = await call({ action: "list_audit", limit: 2, ...own });
    expect(page["entries"]).toHaveLength(2);
    const rest = await call({ action: "list_audit", limit: 2, before: page["previous"], ...own });
    expect(rest).toMatchObject({ entries: [{ rule_id: "ASK-1" }], previous: null });
    expect(await call({ action: "audit_stats", ...own })).toMatchObject({
      total: 3,
      groups: { policy: [{ value: "ASK-1", count: 3 }], action: [{ value: "ASK", count: 3 }] },
    });
    expect(await call({ action: "list_audit", before: "RULE-1", ...own })).toMatchObject({
      error: expect.stringContaining("`before`") as string,
    });
  });
});

describe.each(["modern", "legacy"] as const)("a client of the %s protocol", (era) => {
  it.each([
    [
      { action: "accept", content: { decision: "approve_once" } },
      { denies: false, action: "PASS", questions: [{ status: "approved" }] },
    ],
    [
      { action: "accept", content: { decision: "deny" } },
      { denies: true, questions: [{ status: "denied" }] },
    ],
    [
      { action: "accept", content: {} },
      { denies: true, questions: [{ status: "denied" }] },
    ],
    [{ action: "decline" }, { denies: true, questions: [{ status: "denied", answered_by: "user of test" }] }],
    [{ action: "cancel" }, { denies: true, questions: [{ status: "open" }] }],
  ] as const)("asks its user, who answers %j", async (answer, expected) => {
    const { call, asked, engine } = await serve([asking], era, () => answer);
    expect(await call(execute)).toMatchObject({ ...expected, stops: false });
    expect(asked).toEqual([expect.stringMatching(/^agent asks to do what the policy ASK-1 forbids: .*\nText: git push$/)]);
    const isOpen = expected.questions[0].status === "open";
    expect(await engine.approvals.list()).toHaveLength(isOpen ? 1 : 0);
  });

  it("that cannot ask its user gets a denial with the key of the question", async () => {
    const { call, engine } = await serve([asking], era);
    const answer = await call(execute);
    expect(answer).toMatchObject({ denies: true, questions: [{ status: "open", rule_id: "ASK-1", denies: true }] });
    const [{ key }] = answer["questions"] as readonly [{ readonly key: string }];
    await engine.approvals.approve(key, { by: "ada" });
    expect(await call(execute)).toMatchObject({ denies: false, accepted: [{ accepted_by: "approval" }] });
  });
});
