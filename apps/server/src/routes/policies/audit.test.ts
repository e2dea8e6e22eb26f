import { appendFile, readFile } from "node:fs/promises";
import { projectRoutes } from "@precept/contract";
import { policyFile } from "@precept/testing";
import { describe, expect, it } from "vitest";
import { startTestServer, type TestServer } from "../../../test/test-server.ts";
import { testTokens } from "../../../test/test-tokens.ts";

const files = {
  "shop/.precept/policies/a.yaml": policyFile({ id: "A-1" }),
  "shop/.precept/policies/b.yaml": policyFile({ id: "B-1", severity: "LOW", pattern: "soso" }),
};
const tokens = { authenticator: testTokens };
const token = "admin:eve";

async function appendEntries({ workspace }: TestServer, count: number): Promise<void> {
  const { violations } = await workspace.policies.auditLog();
  for (let number = 1; number <= count; number += 1) {
    const rule_id = number % 2 === 0 ? "EVEN" : "ODD";
    await violations.append({
      rule_id,
      handler: "LOG_ONLY",
      priority: "P2",
      phase: "REVIEW",
      violation: { message: `number ${number}` },
    });
  }
}

interface Page {
  readonly entries: readonly { readonly violation: { readonly message: string } }[];
  readonly previous: string | null;
}

async function page({ request }: TestServer, query = ""): Promise<Page & { readonly numbers: readonly number[] }> {
  const { status, body } = await request(`/policies/audit${query}`, { token });
  expect(status).toBe(200);
  const read = body as Page;
  return { ...read, numbers: read.entries.map(({ violation }) => Number(violation.message.split(" ")[1])) };
}

describe("GET /policies/audit", () => {
  it("returns the last entries, newest last, and pages backwards through all", async () => {
    const server = await startTestServer(files, tokens);
    await appendEntries(server, 7);
    const last = await page(server, "?limit=3");
    expect(last.numbers).toEqual([5, 6, 7]);
    const middle = await page(server, `?limit=3&before=${last.previous}`);
    expect(middle.numbers).toEqual([2, 3, 4]);
    expect(await page(server, `?limit=3&before=${middle.previous}`)).toMatchObject({ numbers: [1], previous: null });
    expect(await page(server, "?limit=7")).toMatchObject({ previous: null });
  });

  it("lists a refused registration without an id as documented", async () => {
    const { request } = await startTestServer({}, tokens);
    expect(await request("/policies", { body: { rule: {} }, token })).toMatchObject({ status: 400 });
    const { body } = await request("/policies/audit?kind=registrations", { token });
    expect(body).toMatchObject({ entries: [{ accepted: false, rule_id: null }] });
    expect(projectRoutes.listAuditEntries.answer.body.safeParse(body)).toMatchObject({ success: true });
  });

  it("filters, with pages of the same filter", async () => {
    const server = await startTestServer(files, tokens);
    await appendEntries(server, 7);
    const odd = await page(server, "?rule_id=ODD&limit=2");
    expect(odd.numbers).toEqual([5, 7]);
    expect((await page(server, `?rule_id=ODD&limit=2&before=${odd.previous}`)).numbers).toEqual([1, 3]);
    expect((await page(server, "?handler=TERMINATE")).numbers).toEqual([]);
    expect((await page(server, "?priority=P2&phase=REVIEW")).numbers).toHaveLength(7);
    expect((await page(server, "?since=2000-01-01")).numbers).toHaveLength(7);
    expect((await page(server, "?until=2000-01-01T00:00:00Z")).numbers).toEqual([]);
  });

  it("lists the log of soft hooks", async () => {
    const server = await startTestServer(files, tokens);
    await server.request("/policies/enforce", { body: { subjects: [{ text: "soso" }] }, token: "reader:ana" });
    const { body } = await server.request("/policies/audit?kind=soft_hooks&action=TRIGGERED", { token });
    expect(body).toMatchObject({ entries: [{ rule_id: "B-1", action: "TRIGGERED", further: { session: "@ana/default" } }] });
  });

  it("is empty before the first violation", async () => {
    expect(await page(await startTestServer(files, tokens))).toMatchObject({ entries: [], previous: null });
  });

  it("is for admins only", async () => {
    const { request } = await startTestServer(files, tokens);
    for (const path of ["/policies/audit", "/policies/audit/verify"]) {
      expect(await request(path, { token: "editor:ana" })).toMatchObject({ status: 403, body: { code: "FORBIDDEN" } });
    }
  });

  it.each([
    ["limit=0", "?limit"],
    ["limit=1001", "?limit"],
    ["kind=all", "?kind"],
    ["since=yesterday", "?since"],
    ["before=RULE-20260101-001", "?before"],
  ])("rejects %s", async (query, pointer) => {
    const { request } = await startTestServer(files, tokens);
    expect(await request(`/policies/audit?${query}`, { token })).toMatchObject({ status: 400, body: { errors: [{ pointer }] } });
  });
});

describe("GET /policies/audit/verify", () => {
  it("confirms that no entry was changed, up to a trusted one", async () => {
    const server = await startTestServer(files, tokens);
    await appendEntries(server, 3);
    const { body } = await server.request("/policies/audit/verify", { token });
    expect(body).toMatchObject({ intact: true, logs: [{ intact: true, entries: 3, diagnostics: [] }] });
    const { logs } = body as { logs: { last: { hash: string } }[] };
    const trusted = await server.request(`/policies/audit/verify?trusted=${logs[0]?.last.hash}`, { token });
    expect(trusted.body).toMatchObject({ intact: true });
    const unknown = await server.request(`/policies/audit/verify?trusted=${"0".repeat(64)}`, { token });
    expect(unknown.body).toMatchObject({ intact: false, logs: [{ diagnostics: [{ code: "audit/trusted-entry-missing" }] }] });
  });

  it("reports a forged entry", async () => {
    const server = await startTestServer(files, tokens);
    await appendEntries(server, 2);
    const { violations } = await server.workspace.policies.auditLog();
    const [line = ""] = (await readFile(violations.path, "utf8")).split("\n");
    await appendFile(violations.path, `${line}\n`);
    const { body } = await server.request("/policies/audit/verify", { token });
    expect(body).toMatchObject({ intact: false, logs: [{ intact: false }] });
  });

  it("confirms an empty log, but not with a trusted entry", async () => {
    const { request } = await startTestServer(files, tokens);
    expect((await request("/policies/audit/verify", { token })).body).toEqual({ intact: true, logs: [] });
    expect((await request("/policies/audit/verify?trusted=a", { token })).body).toEqual({ intact: false, logs: [] });
  });
});
