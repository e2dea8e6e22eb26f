import { policyFile } from "@precept/testing";
import { describe, expect, it } from "vitest";
import { startTestServer } from "../../../test/test-server.ts";

const files = {
  "shop/.precept/policies/a.yaml": policyFile({ id: "A-1", severity: "HIGH", rest: { fix: { replacement: "good" } } }),
  "shop/.precept/policies/b.yaml": policyFile({
    id: "B-1",
    severity: "CRITICAL",
    pattern: "evil",
    rest: { phase: "REVIEW", tests: {}, match: { pattern: "evil", context_filter: { task: "release" } } },
  }),
};

const bad = { text: "fine\nbad", file: "src/a.ts" };

describe("POST /policies/check", () => {
  it("returns the decision and has no side effects", async () => {
    const { request, workspace } = await startTestServer(files);
    const { status, body } = await request("/policies/check", { body: { subjects: [bad, { text: "fine" }] } });
    expect(status).toBe(200);
    expect(body).toMatchObject({
      action: "QUICK_FIX",
      violations: [{ rule_id: "A-1", file: "src/a.ts", line: 2, column: 1, excerpt: "bad" }],
      skipped: [],
    });
    expect(body).not.toHaveProperty("sarif");
    const { violations } = await workspace.policies.auditLog();
    expect(await violations.tail(1)).toEqual([]);
  });

  it("accepts one text as code, with its file", async () => {
    const { request } = await startTestServer(files);
    const { body } = await request("/policies/check", { body: { code: bad.text, file: bad.file } });
    expect(body).toEqual((await request("/policies/check", { body: { subjects: [bad] } })).body);
    expect((await request("/policies/check", { body: { code: "bad" } })).body).toMatchObject({ action: "QUICK_FIX" });
    for (const wrong of [{}, { file: "a.ts" }, { code: "bad", subjects: [bad] }, { file: "a.ts", subjects: [bad] }]) {
      const refused = await request("/policies/check", { body: wrong });
      expect(refused).toMatchObject({ status: 400, body: { errors: [{ pointer: "/subjects" }] } });
    }
  });

  it("evaluates only policies of the phase, the context and the ids", async () => {
    const { request } = await startTestServer(files);
    const subjects = [{ text: "evil and bad" }];
    const check = async (rest: object) => {
      const { body } = await request("/policies/check", { body: { subjects, ...rest } });
      return (body as { violations: { rule_id: string }[] }).violations.map(({ rule_id: id }) => id);
    };
    const context = { task: "release" };
    expect(await check({})).toEqual(["A-1"]);
    expect(await check({ context })).toEqual(["B-1", "A-1"]);
    expect(await check({ context, phase: "TEST" })).not.toContain("B-1");
    expect(await check({ context, only: ["B-1"] })).toEqual(["B-1"]);
  });

  it("explains the skipped policies on request", async () => {
    const { request } = await startTestServer(files);
    const { body } = await request("/policies/check", { body: { subjects: [bad], explain: true } });
    expect(body).toMatchObject({ skipped: [{ rule_id: "B-1", reason: "filter" }] });
  });

  it("adds a SARIF report on request", async () => {
    const { request } = await startTestServer(files);
    const { body } = await request("/policies/check", { body: { subjects: [bad], format: "sarif" } });
    expect(body).toMatchObject({
      action: "QUICK_FIX",
      sarif: { version: "2.1.0", runs: [{ tool: { driver: { name: "precept" } }, results: [{ ruleId: "A-1" }] }] },
    });
  });

  it("answers 404 for an unknown policy", async () => {
    const { request } = await startTestServer(files);
    const answer = await request("/policies/check", { body: { subjects: [bad], only: ["A-1", "NONE"] } });
    expect(answer).toMatchObject({ status: 404, body: { code: "POLICY_UNKNOWN" } });
  });

  it.each([
    [{}, "/subjects"],
    [{ subjects: [] }, "/subjects"],
    [{ subjects: Array.from({ length: 101 }, () => ({ text: "" })) }, "/subjects"],
    [{ subjects: [{ text: 7 }] }, "/subjects/0/text"],
    [{ subjects: [{ text: "", kind: "song" }] }, "/subjects/0/kind"],
    [{ subjects: [bad], phase: "LUNCH" }, "/phase"],
    [{ subjects: [bad], fix: "write" }, "/fix"],
  ])("rejects %j", async (body, pointer) => {
    const { request } = await startTestServer(files);
    expect(await request("/policies/check", { body })).toMatchObject({ status: 400, body: { errors: [{ pointer }] } });
  });
});
