import { readNewestSessions } from "@precept/evidence";
import { describe, expect, it } from "vitest";
import { startTestServer } from "../../../test/test-server.ts";

const files = {
  "shop/.precept/rules/style.md": "---\nname: style\ndescription: Style.\n---\nUse named exports.\n",
  "shop/.precept/rules/react.md": "---\nname: react\ndescription: React.\nglobs: '*.tsx'\n---\nUse function components.\n",
};

describe("POST /resolve", () => {
  it("answers with the prompt and the rules in it", async () => {
    const { request } = await startTestServer(files);
    const { status, body } = await request("/resolve", { body: { prompt: "fix the cart", files: ["src/cart.tsx"] } });
    expect(status).toBe(200);
    expect(body).toMatchObject({ applied: [{ name: "react" }, { name: "style" }], totals: { evaluated: 2, applied: 2 } });
    expect(body).toHaveProperty("prompt", expect.stringContaining("Use function components."));
    expect(body).not.toHaveProperty("skipped");
  });

  it("leaves a receipt for a session, unless the request is no use", async () => {
    const { request, workspace } = await startTestServer(files);
    const session = { session_id: "s1", files: ["a.tsx"] };
    await request("/resolve", { body: { ...session, count_use: false } });
    await request("/resolve", { body: { ...session, tool: "cursor" } });
    await expect
      .poll(() => readNewestSessions(workspace.root, 9).sessions)
      .toMatchObject([
        {
          session: "s1",
          records: [{ channel: "rest", event: "request", agent: "cursor", rules: [{ name: "react" }, { name: "style" }] }],
        },
      ]);
  });

  it("adds the skipped rules and the trace with debug", async () => {
    const { request } = await startTestServer(files);
    const { body } = await request("/resolve", { body: { debug: true } });
    expect(body).toMatchObject({ skipped: [{ name: "react" }], trace: { evaluated_rules: ["style", "react"] } });
  });

  it("takes the budget of the request, but at most that of the project", async () => {
    const { request } = await startTestServer({ ...files, "shop/.precept/config.yaml": "budget:\n  rules: 1\n" });
    const named = { files: ["a.tsx"] };
    expect((await request("/resolve", { body: { ...named, max_rules: 0 } })).body).toMatchObject({ totals: { applied: 0 } });
    expect((await request("/resolve", { body: { ...named, max_rules: 9 } })).body).toMatchObject({ totals: { applied: 1 } });
  });

  it("names the limits, their sources and the token counter, also in the trace", async () => {
    const { request } = await startTestServer({ ...files, "shop/.precept/config.yaml": "budget:\n  rules: 5\n" });
    const requested = { tool: "codex", model: "claude-opus-4-7", max_tokens: 2000, max_rules: 9, debug: true };
    const { body } = await request("/resolve", { body: requested });
    const budget = {
      token_counter: "tokenx for claude-4.7",
      tokens_estimated: true,
      limits: [
        { limit: "characters", applies_to: "all_rules", max: 100_000, source: "default" },
        { limit: "bytes", applies_to: "all_rules", max: 32_768, source: "limit of codex" },
        { limit: "tokens", applies_to: "all_rules", max: 2000, source: "request" },
        { limit: "rules", applies_to: "all_rules", max: 5, source: "configuration" },
        { limit: "dialect_rules", applies_to: "all_rules", max: 64, source: "default" },
      ],
    };
    expect(body).toMatchObject({ budget, trace: { budget } });
  });

  it("answers with what a tool itself reads, and refuses unknown tools", async () => {
    const { request } = await startTestServer({ ...files, "shop/CLAUDE.md": "For Claude.\n", "shop/AGENTS.md": "For agents.\n" });
    const seen = await request("/resolve", { body: { tool: "claude", view: "tool", debug: true } });
    expect(seen.body).toMatchObject({ applied: [{ source_path: "CLAUDE.md" }], skipped: [], totals: { evaluated: 1 } });
    const delivered = await request("/resolve", { body: { tool: "claude" } });
    expect(delivered.body).toMatchObject({ totals: { evaluated: 4, applied: 3 } });
    const unknown = await request("/resolve", { body: { tool: "cluade" } });
    expect([unknown.status, unknown.body]).toMatchObject([400, { code: "TOOL_UNKNOWN" }]);
    expect((await request("/resolve", { body: { view: "tool" } })).body).toMatchObject({ code: "TOOL_MISSING" });
    expect((await request("/rules?tool=cluade")).body).toMatchObject({ code: "TOOL_UNKNOWN" });
  });

  it("does not answer a token without a user for the user of the workspace", async () => {
    const { request } = await startTestServer(
      { ...files, "home/users/ada/rules/own.md": "---\nname: own\ndescription: Own.\n---\nOf Ada.\n" },
      {
        open: { user: "ada" },
        authenticator: { authenticate: () => ({ tokenId: "one", role: "reader", projects: "all" }) },
      },
    );
    expect((await request("/resolve", { body: {} })).body).toMatchObject({ applied: [{ name: "style" }] });
  });

  it("names every invalid field", async () => {
    const { request } = await startTestServer(files);
    const { status, body } = await request("/resolve", { body: { prompt: 7, files: "src/cart.tsx", debug: "yes" } });
    expect(status).toBe(400);
    expect(body).toMatchObject({
      code: "REQUEST_INVALID",
      errors: [{ pointer: "/prompt" }, { pointer: "/files" }, { pointer: "/debug" }],
    });
  });

  it.each([
    ["{", "malformed JSON"],
    ["", "an empty body"],
    ["[]", "a list"],
    ["null", "null"],
  ])("rejects %j: %s", async (text) => {
    const { request } = await startTestServer(files);
    const { status, body } = await request("/resolve", { body: text });
    expect(status).toBe(400);
    expect(body).toMatchObject({ code: "REQUEST_INVALID", errors: [{ pointer: "" }] });
  });

  it("answers 404 for a project that does not exist, instead of with the shared rules only", async () => {
    const { request } = await startTestServer(files);
    const { body } = await request("/resolve", { body: { project_id: "blog" } });
    expect(body).toMatchObject({ status: 404, code: "PROJECT_UNKNOWN" });
    expect((await request("/resolve", { body: { project_id: "shop" } })).status).toBe(200);
  });

  it("rejects unknown fields", async () => {
    const { request } = await startTestServer(files);
    const { status, body } = await request("/resolve", { body: { promt: "fix" } });
    expect(status).toBe(400);
    expect(body).toHaveProperty("detail", expect.stringContaining("promt"));
    const inherited = await request("/resolve", { body: { toString: "fix" } });
    expect([inherited.status, inherited.body]).toMatchObject([400, { detail: expect.stringContaining("toString") as string }]);
  });
});

describe("GET /traces/{id}", () => {
  it("returns the trace of a resolution", async () => {
    const { request } = await startTestServer(files);
    const { body } = await request("/resolve", { body: {} });
    const { request_id: id } = body as { request_id: string };
    expect((await request("/traces")).body).toMatchObject({ traces: [{ request_id: id, applied: ["style"] }] });
    expect((await request(`/traces/${id}`)).body).toMatchObject({ request_id: id, final_rules: ["style"] });
  });

  it("answers 404 for an unknown id", async () => {
    const { request } = await startTestServer(files);
    const { status, body } = await request("/traces/unknown");
    expect(status).toBe(404);
    expect(body).toMatchObject({ code: "TRACE_UNKNOWN" });
  });
});
