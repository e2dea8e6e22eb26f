import { createRule, type WireRule } from "@precept/core";
import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { principalInToken } from "../../../test/principal-in-token.ts";
import { ruleFile } from "../../../test/rule-file.ts";
import { startTestServer } from "../../../test/test-server.ts";

interface List {
  readonly rules: readonly WireRule[];
  readonly total: number;
  readonly next_cursor: string | null;
  readonly triggered_rules: readonly string[] | null;
}

const files = {
  "shop/.precept/config.yaml": "store: { sqlite: true }\n",
  "shop/.precept/rules/style.md": ruleFile("style", ["tags: ['language:ts', 'team:web']", "category: behavior"]),
  "shop/.precept/rules/react.md": ruleFile("react", ["globs: '*.tsx'", "tags: ['language:ts']", "tools: [claude]"]),
  "shop/.precept/rules/off.md": ruleFile("off", ["enabled: false"]),
  "shop/.precept/rules/wait.md": ruleFile("wait", ["pending: true", "authority: absolute"]),
  "shop/packages/web/.precept/rules/style.md": ruleFile("style", ["contexts: [review]"]),
  "home/rules/style.md": ruleFile("style"),
  "home/users/ada/rules/style.md": ruleFile("style", ["inclusion: manual"]),
  "home/users/bob/rules/style.md": ruleFile("style"),
};

const token = "ada:editor";

async function start() {
  const server = await startTestServer(files, { authenticator: principalInToken });
  const list = async (query = "") => (await server.request(`/rules${query}`, { token })).body as List;
  const names = async (query: string) => (await list(query)).rules.map(({ name, scope }) => `${scope} ${name}`);
  return { ...server, list, names };
}

describe("GET /rules", () => {
  it("lists the rules that the user can see, by name and precedence", async () => {
    const { list } = await start();
    const { rules, total, next_cursor: next, triggered_rules: triggered } = await list();
    expect(rules.map(({ name, scope, status }) => `${scope} ${name} ${status}`)).toEqual([
      "project off disabled",
      "project react active",
      "project style active",
      "project style active",
      "user style active",
      "global style active",
      "project wait pending",
    ]);
    expect([total, next, triggered]).toEqual([7, null, null]);
  });

  it.each([
    ["?scope=user", ["user style"]],
    ["?inclusion=manual", ["user style"]],
    ["?name=react", ["project react"]],
    ["?status=pending&status=disabled", ["project off", "project wait"]],
    ["?enabled=false", ["project off"]],
    ["?category=behavior", ["project style"]],
    ["?authority=absolute", ["project wait"]],
    ["?tag=language:ts", ["project react", "project style"]],
    ["?tag=language:ts&tag=team:web", ["project style"]],
    ["?name=style&scope=project&context=plan", ["project style"]],
    ["?name=style&scope=project&context=review", ["project style", "project style"]],
    ["?name=unknown", []],
  ])("filters by %s", async (query, expected) => {
    const { names } = await start();
    expect(await names(query)).toEqual(expected);
  });

  it("filters by tool", async () => {
    const { request, names } = await start();
    await request("/rules/react?scope=project", { token, method: "PUT", body: { tool_targets: ["claude"] } });
    expect(await names("?name=react&tool=claude")).toEqual(["project react"]);
    expect(await names("?name=react&tool=cursor")).toEqual([]);
  });

  it("reports superseded rules", async () => {
    const { request, names } = await start();
    const body = { description: "Money.", content: "Use cents.", scope: "project", store: "sqlite" };
    await request("/rules", { token, body: { ...body, name: "old" } });
    await request("/rules", { token, body: { ...body, name: "new", replaces: ["project:old"] } });
    expect(await names("?status=superseded")).toEqual(["project old"]);
    expect((await request("/rules/old", { token })).body).toMatchObject({ status: "superseded" });
  });

  it("names the rules that apply to files, without tracing the request", async () => {
    const { list, request } = await start();
    expect((await list("?file=src/cart.tsx&limit=1")).triggered_rules).toEqual(["react", "style"]);
    expect((await list("?file=src/cart.ts&file=README.md")).triggered_rules).toEqual(["style"]);
    expect((await list("?file=src/cart.tsx&name=unknown")).triggered_rules).toEqual(["react", "style"]);
    expect((await request("/traces", { token })).body).toEqual({ traces: [] });
    const { body } = await request("/resolve", { token, body: { files: ["src/cart.tsx"] } });
    expect(body).toMatchObject({ applied: [{ name: "react" }, { name: "style" }] });
  });

  it.each([
    ["?limit=0", "?limit"],
    ["?limit=1001", "?limit"],
    ["?limit=x", "?limit"],
    ["?limit=1&limit=2", "?limit"],
    ["?cursor=x", "?cursor"],
    ["?cursor=", "?cursor"],
    ["?enabled=yes", "?enabled"],
    ["?status=gone", "?status"],
    ["?scope=team", "?scope"],
    ["?scop=user", "?scop"],
    ["?user_id=", "?user_id"],
  ])("rejects %s", async (query, pointer) => {
    const { request } = await start();
    const { status, body } = await request(`/rules${query}`, { token });
    expect(status).toBe(400);
    expect((body as { errors: { pointer: string }[] }).errors.map((one) => one.pointer)).toEqual([pointer]);
  });

  it("rejects cursors that are no cursors", async () => {
    const { request } = await start();
    await fc.assert(
      fc.asyncProperty(
        fc.oneof(
          fc.string({ minLength: 1 }),
          fc.json().map((text) => Buffer.from(text).toString("base64url")),
        ),
        async (cursor) => {
          const { status } = await request(`/rules?cursor=${encodeURIComponent(cursor)}`, { token });
          expect(status).toBe(400);
        },
      ),
    );
  });

  it("answers 304 until a rule changes", async () => {
    const { request } = await start();
    const get = async (etag?: string) =>
      request("/rules", { token, headers: etag === undefined ? {} : { "if-none-match": etag } });
    const etag = (await get()).headers.get("etag") ?? "";
    for (const condition of [etag, `W/${etag}`, `"x", ${etag}`, "*"]) {
      const { status, headers, body } = await get(condition);
      expect([status, headers.get("etag"), body]).toEqual([304, etag, undefined]);
    }
    await request("/rules/react?scope=project", { token, method: "PUT", body: { priority: 7 } });
    const { status, body } = await get(etag);
    expect(status).toBe(200);
    expect(body).toHaveProperty("total", 7);
  });

  it("answers 404 for a project that does not exist, and 403 for another user", async () => {
    const { request } = await start();
    expect((await request("/rules?project_id=blog", { token })).body).toMatchObject({ status: 404, code: "PROJECT_UNKNOWN" });
    expect((await request("/rules?user_id=bob", { token })).body).toMatchObject({ status: 403, code: "FORBIDDEN" });
    expect((await request("/rules?user_id=ada", { token })).status).toBe(200);
  });

  it("knows a project that a store has rules of, if the token may use it", async () => {
    const { request, workspace } = await start();
    await workspace.withStores({}, async (stores) => {
      const store = stores.find(({ id }) => id === "sqlite");
      await store?.save(createRule({ id: "b", name: "b", content: "Text.", projectId: "blog" }));
      await store?.save(createRule({ id: "c", name: "c", content: "Text.", projectId: "diary", userId: "bob" }));
    });
    const get = async (project: string, as = token) => (await request(`/rules?project_id=${project}&name=b`, { token: as })).body;
    expect(await get("blog")).toMatchObject({ rules: [{ name: "b", project_id: "blog" }] });
    expect(await get("blog", "ada:editor:shop")).toMatchObject({ code: "PROJECT_UNKNOWN" });
    expect(await get("shop", "ada:editor:shop")).toMatchObject({ total: 0 });
    expect(await get("diary")).toMatchObject({ code: "PROJECT_UNKNOWN" });
    expect(await get("diary", "bob:editor")).toMatchObject({ total: 0 });
  });

  it("**Property** pages of any limit are together the list of the workspace", async () => {
    const { request, workspace } = await start();
    const rules = ["style", "money", "a", "b", "Z"].flatMap((name) => [
      { name, scope: "project", store: "sqlite" },
      { name, scope: "user", store: "sqlite" },
      { name, scope: "session", session_id: "chat" },
      { name, scope: "session", session_id: "chat2" },
    ]);
    for (const rule of rules) await request("/rules", { token, body: { description: "About it.", content: "Text.", ...rule } });
    const filter = fc.record(
      {
        name: fc.constantFrom("style", "money", "unknown"),
        scope: fc.constantFrom("project" as const, "user" as const, "session" as const),
      },
      { requiredKeys: [] },
    );
    await fc.assert(
      fc.asyncProperty(fc.integer({ min: 1, max: 30 }), filter, async (limit, filters) => {
        const paged: WireRule[] = [];
        const query = new URLSearchParams({ ...filters, limit: String(limit) });
        const expected = await workspace.list({ ...filters, tenant: { userId: "ada" } });
        for (;;) {
          const page = (await request(`/rules?${query.toString()}`, { token })).body as List;
          expect(page.total).toBe(expected.length);
          expect(page.rules.length).toBeLessThanOrEqual(limit);
          paged.push(...page.rules);
          if (page.next_cursor === null) break;
          query.set("cursor", page.next_cursor);
        }
        expect(paged.map(({ store, id }) => [store, id])).toEqual(expected.map(({ origin, id }) => [origin.store, id]));
      }),
      { numRuns: 100 },
    );
  });

  it("continues after the last rule of a page even if it was deleted", async () => {
    const { request, list } = await start();
    const first = await list("?limit=2");
    await request("/rules/react?scope=project", { token, method: "DELETE" });
    const rest = await list(`?cursor=${first.next_cursor ?? ""}`);
    expect([...first.rules, ...rest.rules]).toHaveLength(7);
  });
});
