import type { WireRevision } from "@precept/core";
import { describe, expect, it } from "vitest";
import { principalInToken } from "../../../test/principal-in-token.ts";
import { ruleFile } from "../../../test/rule-file.ts";
import { startTestServer } from "../../../test/test-server.ts";

const files = {
  "shop/.precept/config.yaml": "store: { sqlite: true }\n",
  "shop/.precept/rules/style.md": ruleFile("style"),
};
const token = "ada:editor";
const bob = "bob:editor";
const rule = { name: "money", description: "Amounts.", content: "Use cents.", scope: "project", store: "sqlite" };

/** A server with the rule `money` in three versions. */
async function start() {
  const server = await startTestServer(files, { authenticator: principalInToken });
  const { request } = server;
  await request("/rules", { token, body: rule });
  for (const content of ["Use euros.", "Use integers."]) {
    await request("/rules/money?scope=project", { token, method: "PUT", body: { content, reason: content } });
  }
  return server;
}

interface History {
  readonly revisions: readonly WireRevision[];
  readonly next_cursor: string | null;
}

describe("GET /memory/rules/{rule}/history", () => {
  it("lists the revisions, newest first", async () => {
    const { request } = await start();
    const { status, body } = await request("/memory/rules/money/history", { token: "ada:reader" });
    expect(status).toBe(200);
    const { revisions, next_cursor: next } = body as History;
    expect(revisions.map((one) => [one.version, one.reason, one.rule.content])).toEqual([
      [3, "Use integers.", "Use integers."],
      [2, "Use euros.", "Use euros."],
      [1, null, "Use cents."],
    ]);
    expect(next).toBeNull();
  });

  it.each([1, 2, 3, 4])("answers in pages of %i", async (limit) => {
    const { request } = await start();
    const versions: number[] = [];
    for (let cursor: string | null = ""; cursor !== null;) {
      const query: string = cursor === "" ? "" : `&cursor=${cursor}`;
      const page = (await request(`/memory/rules/money/history?limit=${limit}${query}`, { token })).body as History;
      expect(page.revisions.length).toBeLessThanOrEqual(limit);
      versions.push(...page.revisions.map(({ version }) => version));
      cursor = page.next_cursor;
    }
    expect(versions).toEqual([3, 2, 1]);
  });

  it("finds a deleted rule", async () => {
    const { request } = await start();
    await request("/rules/money?scope=project", { token, method: "DELETE" });
    const { revisions } = (await request("/memory/rules/money/history", { token })).body as History;
    expect(revisions.map(({ deleted }) => deleted)).toEqual([true, false, false, false]);
    expect((await request("/memory/rules/money/history?scope=global", { token })).status).toBe(404);
  });

  it.each([
    ["/memory/rules/unknown/history", 404, "RULE_NOT_FOUND"],
    ["/memory/rules/style/history", 501, "HISTORY_UNAVAILABLE"],
    ["/memory/rules/money/history?cursor=x", 400, "REQUEST_INVALID"],
    ["/memory/rules/money/history?limit=0", 400, "REQUEST_INVALID"],
    ["/memory/rules/money/history?user_id=bob", 403, "FORBIDDEN"],
    ["/memory/rules/money/history?project_id=blog", 404, "PROJECT_UNKNOWN"],
  ])("answers %s with %i %s", async (path, status, code) => {
    const { request } = await start();
    expect((await request(path, { token })).body).toMatchObject({ status, code });
  });

  it("answers 409 for a name that several rules have", async () => {
    const { request } = await start();
    await request("/rules", { token, body: { ...rule, scope: "user" } });
    expect((await request("/memory/rules/money/history", { token })).body).toMatchObject({ status: 409, code: "RULE_AMBIGUOUS" });
    expect((await request("/memory/rules/money/history?scope=user", { token })).body).toMatchObject({
      revisions: [{ version: 1 }],
    });
  });

  it("hides the rules of another user, deleted or not", async () => {
    const { request } = await start();
    const { body } = await request("/rules", { token: bob, body: { ...rule, name: "own", scope: "user" } });
    const { id } = body as { id: string };
    const path = `/memory/rules/${encodeURIComponent(id)}/history`;
    expect((await request(path, { token: bob })).status).toBe(200);
    expect((await request(path, { token })).status).toBe(404);
    await request("/rules/own", { token: bob, method: "DELETE" });
    expect((await request(path, { token: bob })).status).toBe(200);
    expect((await request(path, { token })).status).toBe(404);
  });
});

describe("POST /memory/rules/{rule}/restore", () => {
  const restore = "/memory/rules/money/restore";

  it("restores a version as a new one", async () => {
    const { request } = await start();
    const { status, headers, body } = await request(restore, { token, body: { version: 1 } });
    expect(status).toBe(200);
    expect(body).toMatchObject({ content: "Use cents.", version: 4 });
    expect((await request("/rules/money", { token })).headers.get("etag")).toBe(headers.get("etag"));
    const { revisions } = (await request("/memory/rules/money/history?limit=1", { token })).body as History;
    expect(revisions).toMatchObject([{ reason: "Restored version 1" }]);
    expect((await request(restore, { token, body: { version: 1, reason: "x" } })).body).toMatchObject({ version: 4 });
  });

  it("creates a deleted rule again", async () => {
    const { request } = await start();
    await request("/rules/money?scope=project", { token, method: "DELETE" });
    expect((await request(restore, { token, body: { version: 2, reason: "Needed." } })).body).toMatchObject({
      content: "Use euros.",
    });
    expect((await request("/rules/money", { token })).status).toBe(200);
  });

  it("answers 409 if another rule took the name of a deleted one", async () => {
    const { request } = await start();
    const { body } = await request("/rules/money", { token });
    await request("/rules/money?scope=project", { token, method: "DELETE" });
    const { id } = body as { id: string };
    await request("/rules", { token, body: { ...rule, store: "fs" } });
    const path = `/memory/rules/${encodeURIComponent(id)}/restore`;
    const answer = await request(path, { token, body: { version: 1 } });
    expect(answer.body).toMatchObject({ status: 409, code: "RULE_EXISTS", existing: { name: "money", store: "fs" } });
  });

  it("honours If-Match", async () => {
    const { request } = await start();
    const etag = (await request("/rules/money", { token })).headers.get("etag") ?? "";
    const put = (condition: string) => request(restore, { token, body: { version: 1 }, headers: { "if-match": condition } });
    expect((await put('"x"')).status).toBe(412);
    expect((await put(etag)).status).toBe(200);
  });

  it.each([
    [restore, token, { version: 9 }, 404, "VERSION_UNKNOWN"],
    [restore, token, { version: 0 }, 400, "REQUEST_INVALID"],
    [restore, token, {}, 400, "REQUEST_INVALID"],
    [restore, "ada:reader", { version: 1 }, 403, "FORBIDDEN"],
    ["/memory/rules/unknown/restore", token, { version: 1 }, 404, "RULE_NOT_FOUND"],
    ["/memory/rules/style/restore", token, { version: 1 }, 501, "HISTORY_UNAVAILABLE"],
    [`${restore}?user_id=bob`, token, { version: 1 }, 403, "FORBIDDEN"],
    [`${restore}?project_id=blog`, token, { version: 1 }, 404, "PROJECT_UNKNOWN"],
  ])("answers %s as %s with %j: %i %s", async (path, as, body, status, code) => {
    const { request } = await start();
    expect((await request(path, { token: as, body })).body).toMatchObject({ status, code });
  });

  it("needs an admin for a global rule", async () => {
    const { request } = await start();
    await request("/rules", { token: "root:admin", body: { ...rule, name: "all", scope: "global" } });
    expect((await request("/memory/rules/all/restore", { token, body: { version: 1 } })).status).toBe(403);
    expect((await request("/memory/rules/all/restore", { token: "root:admin", body: { version: 1 } })).status).toBe(200);
  });
});

describe("GET /memory/usage", () => {
  it("counts uses by tool, in pages", async () => {
    const { request } = await start();
    await request("/rules", { token, body: { ...rule, name: "unused", inclusion: "manual" } });
    await request("/resolve", { token, body: { tool: "claude", session_id: "secret-session" } });
    await request("/resolve", { token: bob, body: {} });
    await expect
      .poll(async () => (await request("/memory/usage", { token })).body)
      .toMatchObject({
        usage: [
          { name: "money", usage_count: 2, tools: { claude: 1 }, last_used: expect.any(String) },
          { name: "unused", usage_count: 0, last_used: null, tools: {} },
        ],
        total: 2,
        not_counted: 1,
        next_cursor: null,
      });
    const first = (await request("/memory/usage?limit=1", { token })).body as { usage: object[]; next_cursor: string };
    expect(first.usage).toMatchObject([{ name: "money" }]);
    const { body } = await request(`/memory/usage?cursor=${first.next_cursor}`, { token });
    expect(body).toMatchObject({ usage: [{ name: "unused" }], next_cursor: null });
    expect(JSON.stringify((await request("/memory/usage", { token: bob })).body)).not.toContain("secret-session");
  });

  it("answers 501 if no store of a visible rule counts uses", async () => {
    const { request } = await startTestServer({ "shop/.precept/rules/style.md": ruleFile("style") });
    expect((await request("/memory/usage")).body).toMatchObject({ status: 501, code: "STORE_CAPABILITY_MISSING" });
  });

  it("answers an empty project with an empty list", async () => {
    const { request } = await startTestServer();
    expect((await request("/memory/usage")).body).toMatchObject({ usage: [], total: 0 });
  });

  it.each([
    ["?limit=0", 400],
    ["?cursor=x", 400],
    ["?x=1", 400],
    ["?user_id=bob", 403],
    ["?project_id=blog", 404],
  ])("answers %s with %i", async (query, status) => {
    const { request } = await start();
    expect((await request(`/memory/usage${query}`, { token })).status).toBe(status);
  });
});
