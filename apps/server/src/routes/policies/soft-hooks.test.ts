import { policyFile } from "@precept/testing";
import { describe, expect, it } from "vitest";
import { startTestServer, type TestServer } from "../../../test/test-server.ts";
import { testTokens } from "../../../test/test-tokens.ts";

const files = { "shop/.precept/policies/a.yaml": policyFile({ id: "A-1", severity: "LOW" }) };
const tokens = { authenticator: testTokens };

interface Listed {
  readonly key: string;
  readonly user_id: string | null;
  readonly session: string;
  readonly fingerprint: string;
  readonly ignore_count: number;
}

async function listHooks({ request }: TestServer, token?: string, query = ""): Promise<readonly Listed[]> {
  const { status, body } = await request(`/policies/soft-hooks${query}`, token === undefined ? {} : { token });
  expect(status).toBe(200);
  return (body as { soft_hooks: readonly Listed[] }).soft_hooks;
}

/** Gives advice to an agent of a user. */
async function advise({ request }: TestServer, token: string, session: string): Promise<void> {
  const body = { subjects: [{ text: "bad", file: "src/a.ts" }], session, agent: "coder" };
  expect(await request("/policies/enforce", { body, token })).toMatchObject({ status: 200, body: { action: "SOFT_HOOK" } });
}

describe("soft hooks", () => {
  it("of different users are separate, even with the same session and agent", async () => {
    const server = await startTestServer(files, tokens);
    await advise(server, "reader:ana", "s");
    await advise(server, "reader:bob", "s");
    await advise(server, "reader:", "s");
    // An agent on the server's machine that chose the name of ana's session would be ana's.
    await server.workspace.policies.enforce({ text: "bad" }, { session: "s", agent: "coder" });
    expect(await listHooks(server, "reader:ana")).toMatchObject([
      { user_id: "ana", rule_id: "A-1", session: "s", agent: "coder", file: "src/a.ts", ignore_count: 0, upgraded_to: null },
    ]);
    expect(await listHooks(server, "reader:bob")).toMatchObject([{ user_id: "bob" }]);
    expect(await listHooks(server, "reader:")).toMatchObject([{ user_id: null }]);
    const users = (await listHooks(server, "admin:eve")).map(({ user_id: user }) => user);
    expect(new Set(users)).toEqual(new Set(["ana", "bob", null]));
    expect(await listHooks(server, "admin:eve", "?user_id=bob")).toMatchObject([{ user_id: "bob" }]);
    expect(await server.request("/policies/soft-hooks?user_id=bob", { token: "reader:ana" })).toMatchObject({ status: 403 });
  });

  it("cannot be reached by a user or session whose name looks like another's", async () => {
    const server = await startTestServer(files, tokens);
    await advise(server, "reader:ana", "s");
    await advise(server, "reader:ana/s", "@ana/s");
    await advise(server, "reader:%61na", "s");
    expect(await listHooks(server, "reader:ana")).toHaveLength(1);
    expect(await listHooks(server, "reader:ana/s")).toMatchObject([{ user_id: "ana/s", session: "@ana/s" }]);
    expect(await listHooks(server, "reader:%61na")).toMatchObject([{ user_id: "%61na" }]);
  });

  it("without tokens are those of the server's machine", async () => {
    const server = await startTestServer(files);
    await server.workspace.policies.enforce({ text: "bad" }, { session: "s-1", agent: "coder" });
    await server.workspace.policies.enforce({ text: "bad" }, { session: "s-2", agent: "critic" });
    expect(await listHooks(server, undefined, "?session=s-1")).toMatchObject([{ user_id: null, session: "s-1" }]);
    expect(await listHooks(server, undefined, "?agent=critic")).toMatchObject([{ session: "s-2" }]);
    const [hook] = await listHooks(server, undefined, "?session=s-1");
    const ignored = await server.request("/policies/soft-hooks/ignore", {
      body: { rule_id: "A-1", fingerprint: hook?.fingerprint, session: "s-1", agent: "coder" },
    });
    expect(ignored.body).toMatchObject({ effects: [{ effect: "ignored", ignore_count: 1 }] });
  });

  it("are ignored and complied with by key, its beginning, or its parts", async () => {
    const server = await startTestServer(files, tokens);
    const { request } = server;
    const token = "reader:ana";
    await advise(server, token, "s");
    const [hook] = await listHooks(server, token);
    const { key = "", fingerprint = "" } = hook ?? {};
    const ignore = async (body: object) => request("/policies/soft-hooks/ignore", { body, token });
    expect((await ignore({ key, tool_use: "1" })).body).toMatchObject({
      effects: [{ effect: "ignored", key, session: "s", user_id: "ana" }],
    });
    expect((await ignore({ key, tool_use: "1" })).body).toEqual({ effects: [] });
    const parts = { rule_id: "A-1", fingerprint, session: "s", agent: "coder" };
    expect((await ignore({ ...parts, tool_use: "2" })).body).toMatchObject({ effects: [{ ignore_count: 2 }] });
    const complied = await request("/policies/soft-hooks/comply", { body: { key: key.slice(0, 4) }, token });
    expect(complied).toMatchObject({ status: 200, body: { effects: [{ effect: "complied", key }] } });
    expect(await listHooks(server, token)).toEqual([]);
  });

  it("of others do not exist for a user, and can be resolved by an admin", async () => {
    const server = await startTestServer(files, tokens);
    const { request } = server;
    await advise(server, "reader:bob", "s");
    const [{ key, fingerprint } = { key: "", fingerprint: "" }] = await listHooks(server, "reader:bob");
    const parts = { rule_id: "A-1", fingerprint, session: "s", agent: "coder" };
    for (const action of ["ignore", "comply"]) {
      for (const body of [{ key }, parts, { key: "nothing" }]) {
        const answer = await request(`/policies/soft-hooks/${action}`, { body, token: "reader:ana" });
        expect(answer).toMatchObject({ status: 404, body: { code: "SOFT_HOOK_UNKNOWN" } });
      }
      const named = await request(`/policies/soft-hooks/${action}`, { body: { ...parts, user_id: "bob" }, token: "reader:ana" });
      expect(named).toMatchObject({ status: 403, body: { code: "FORBIDDEN" } });
    }
    expect(await listHooks(server, "reader:bob")).toMatchObject([{ ignore_count: 0 }]);
    const byAdmin = await request("/policies/soft-hooks/comply", { body: { ...parts, user_id: "bob" }, token: "admin:eve" });
    expect(byAdmin).toMatchObject({ status: 200, body: { effects: [{ effect: "complied", user_id: "bob" }] } });
  });

  it("whose keys begin alike must be named by more of the key", async () => {
    const server = await startTestServer(files, tokens);
    for (let number = 0; number < 17; number += 1) await advise(server, "reader:ana", `s-${number}`);
    const keys = (await listHooks(server, "reader:ana")).map(({ key }) => key[0] ?? "");
    const shared = keys.find((first, at) => keys.indexOf(first) !== at);
    const answer = await server.request("/policies/soft-hooks/comply", { body: { key: shared }, token: "reader:ana" });
    expect(answer).toMatchObject({ status: 409, body: { code: "SOFT_HOOK_AMBIGUOUS" } });
  });

  it.each([{}, { key: "a", rule_id: "A-1" }, { rule_id: "A-1" }, { fingerprint: "f" }, { key: "" }])(
    "reject %j",
    async (body) => {
      const { request } = await startTestServer(files);
      expect(await request("/policies/soft-hooks/ignore", { body })).toMatchObject({
        status: 400,
        body: { code: "REQUEST_INVALID" },
      });
      expect(await request("/policies/soft-hooks/comply", { body })).toMatchObject({
        status: 400,
        body: { code: "REQUEST_INVALID" },
      });
    },
  );
});
