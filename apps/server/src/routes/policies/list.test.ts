import { policyFile } from "@precept/testing";
import { describe, expect, it } from "vitest";
import { startTestServer } from "../../../test/test-server.ts";
import { testTokens } from "../../../test/test-tokens.ts";

const files = {
  "shop/.precept/policies/a.yaml": policyFile({ id: "A-1", severity: "MEDIUM", rest: { category: "style", phase: "REVIEW" } }),
  "shop/.precept/policies/b.yaml": policyFile({ id: "B-1", severity: "CRITICAL", rest: { category: "security" } }),
  "shop/.precept/policies/c.yaml": policyFile({ id: "check", severity: "LOW", rest: { mode: "shadow" } }),
  "shop/.precept/policies/never.yaml": policyFile({ id: "NEVER", pattern: "x", rest: { tests: { invalid: ["y"] } } }),
};

async function idsOf(query: string): Promise<readonly string[]> {
  const { request } = await startTestServer(files);
  const { body } = await request(`/policies${query}`);
  return (body as { policies: { id: string }[] }).policies.map(({ id }) => id);
}

describe("GET /policies", () => {
  it("lists the policies with their sources, and the problems of those that were refused", async () => {
    const { request } = await startTestServer(files);
    const { status, body } = await request("/policies");
    expect(status).toBe(200);
    expect(body).toMatchObject({
      policies: [
        { id: "A-1", severity: "MEDIUM", match: { pattern: "bad" }, source: ".precept/policies/a.yaml" },
        { id: "B-1" },
        { id: "check" },
      ],
      diagnostics: [{ code: "policy/test-missing", file: ".precept/policies/never.yaml" }],
    });
  });

  it.each([
    ["?severity=CRITICAL", ["B-1"]],
    ["?category=style", ["A-1"]],
    ["?mode=shadow", ["check"]],
    ["?phase=REVIEW&mode=enforce", ["A-1", "B-1"]],
    ["?phase=TASKS&category=style", []],
    ["?category=none", []],
  ])("filters by %s", async (query, ids) => {
    expect(await idsOf(query)).toEqual(ids);
  });

  it("rejects unknown values", async () => {
    const { request } = await startTestServer(files);
    const { status, body } = await request("/policies?severity=BAD&phase=LUNCH");
    expect(status).toBe(400);
    expect(body).toMatchObject({ errors: [{ pointer: "?severity" }, { pointer: "?phase" }] });
  });
});

describe("GET /policies/{policy}", () => {
  it("returns a policy; other paths take precedence over ids, for their methods", async () => {
    const { request } = await startTestServer(files);
    expect(await request("/policies/A-1")).toMatchObject({ status: 200, body: { id: "A-1", phase: ["REVIEW"] } });
    expect(await request("/policies/check")).toMatchObject({ status: 200, body: { id: "check" } });
    expect(await request("/policies/audit")).toMatchObject({ status: 200, body: { entries: [] } });
  });

  it("answers 404 for an unknown policy, with similar ids", async () => {
    const { request } = await startTestServer(files);
    const { status, body } = await request("/policies/A-2");
    expect(status).toBe(404);
    expect(body).toMatchObject({ code: "POLICY_UNKNOWN", detail: expect.stringContaining('"A-1"') as string });
  });

  it("says why a policy is not active", async () => {
    const { request } = await startTestServer(files);
    expect(await request("/policies/NEVER")).toMatchObject({ status: 400, body: { code: "POLICY_REFUSED" } });
  });

  it("needs a token if the server has tokens", async () => {
    const { request } = await startTestServer(files, { authenticator: testTokens });
    expect(await request("/policies/A-1")).toMatchObject({ status: 401 });
    expect(await request("/policies/A-1", { token: "reader:ana" })).toMatchObject({ status: 200 });
  });
});
