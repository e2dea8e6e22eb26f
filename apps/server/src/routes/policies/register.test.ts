import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { policyFile, policyValue } from "@precept/testing";
import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { startTestServer } from "../../../test/test-server.ts";
import { testTokens } from "../../../test/test-tokens.ts";

const tokens = { authenticator: testTokens };
const editor = "editor:ana";

describe("POST /policies", () => {
  it("activates a policy in memory", async () => {
    const { request, project } = await startTestServer({}, tokens);
    const { status, body } = await request("/policies", { body: { rule: policyValue() }, token: editor });
    expect(status).toBe(200);
    expect(body).toEqual({ accepted: true, rule_ids: ["A-1"], diagnostics: [] });
    expect(await request("/policies/A-1", { token: editor })).toMatchObject({ body: { source: "memory" } });
    await expect(readFile(join(project.dir, "shop/.precept/policies/a-1.yaml"))).rejects.toThrow("ENOENT");
  });

  it("accepts YAML with several policies, and reports those that it refuses", async () => {
    const { request } = await startTestServer({}, tokens);
    const rule = `${policyFile()}---\n${policyFile({ id: "NEVER", rest: { tests: { invalid: ["fine"] } } })}`;
    expect(await request("/policies", { body: { rule }, token: editor })).toMatchObject({
      status: 200,
      body: { accepted: false, rule_ids: ["A-1"], diagnostics: [{ code: "policy/test-missing" }] },
    });
  });

  it("refuses a policy that fails its own tests, with diagnostics", async () => {
    const { request } = await startTestServer({}, tokens);
    const rule = policyValue({ rest: { tests: { invalid: ["fine"] } } });
    const { status, body } = await request("/policies", { body: { rule }, token: editor });
    expect(status).toBe(400);
    expect(body).toMatchObject({
      code: "POLICIES_REFUSED",
      errors: [{ pointer: "/rule", detail: expect.stringContaining("A-1") as string }],
      diagnostics: [{ code: "policy/test-missing", severity: "error" }],
    });
    expect(await request("/policies/A-1", { token: editor })).toMatchObject({ status: 404 });
  });

  it("refuses a pattern that can take too long", { tags: "slow" }, async () => {
    const { request } = await startTestServer({}, tokens);
    const rule = { id: "SLOW", severity: "LOW", match: { pattern: "(a+)+$" }, message: "m" };
    const { status, body } = await request("/policies", { body: { rule }, token: editor });
    expect(status).toBe(400);
    expect(body).toMatchObject({ code: "POLICIES_REFUSED", diagnostics: [{}] });
  });

  it("saves a policy for admins only", async () => {
    const { request, project } = await startTestServer({}, tokens);
    const body = { rule: policyValue(), save: true };
    expect(await request("/policies", { body, token: editor })).toMatchObject({ status: 403, body: { code: "FORBIDDEN" } });
    expect(await request("/policies", { body, token: "admin:eve" })).toMatchObject({ status: 200 });
    expect(await readFile(join(project.dir, "shop/.precept/policies/a-1.yaml"), "utf8")).toContain("id: A-1");
  });

  it("does not overwrite another file", async () => {
    const files = {
      "shop/.precept/policies/mine.yaml": policyFile({ id: "OWN" }),
      "shop/.precept/policies/a-1.yaml": policyFile({ id: "OTHER", pattern: "other" }),
    };
    const { request } = await startTestServer(files, tokens);
    const save = async (rule: object) => request("/policies", { body: { rule, save: true }, token: "admin:eve" });
    const elsewhere = await save(policyValue({ id: "OWN", rest: { version: "2.0.0" } }));
    expect(elsewhere).toMatchObject({ status: 409, body: { code: "POLICY_DEFINED_ELSEWHERE" } });
    expect(await save(policyValue())).toMatchObject({ status: 409, body: { code: "POLICY_FILE_TAKEN" } });
  });

  it("is not for readers", async () => {
    const { request } = await startTestServer({}, tokens);
    const answer = await request("/policies", { body: { rule: policyValue() }, token: "reader:ana" });
    expect(answer).toMatchObject({ status: 403, body: { code: "FORBIDDEN" } });
  });

  it("answers any rule with success or a problem, never with a failure of the server", async () => {
    const { request } = await startTestServer({}, tokens);
    const value = fc.oneof(
      fc.string(),
      fc.dictionary(fc.constantFrom("id", "severity", "match", "message", "rule", "__proto__", "phase"), fc.jsonValue()),
      fc.record({
        id: fc.string(),
        severity: fc.constant("LOW"),
        message: fc.string(),
        match: fc.record({ pattern: fc.string() }),
      }),
    );
    await fc.assert(
      fc.asyncProperty(value, async (rule) => {
        const { status } = await request("/policies", { body: { rule }, token: editor });
        expect([200, 400]).toContain(status);
      }),
    );
  });
});
