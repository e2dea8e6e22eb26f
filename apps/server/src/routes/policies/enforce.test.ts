import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { openTestRepository, policyFile } from "@precept/testing";
import { describe, expect, it } from "vitest";
import { startTestServer } from "../../../test/test-server.ts";
import { testTokens } from "../../../test/test-tokens.ts";

const files = {
  "shop/src/a.ts": "bad",
  "shop/.precept/policies/a.yaml": policyFile({ id: "A-1", severity: "HIGH", rest: { fix: { replacement: "good" } } }),
  "shop/.precept/policies/b.yaml": policyFile({ id: "B-1", severity: "LOW", pattern: "soso" }),
  "shop/.precept/policies/c.yaml": policyFile({ id: "C-1", severity: "CRITICAL", pattern: "evil" }),
  "shop/.precept/policies/d.yaml": "id: D-1\nseverity: MEDIUM\nmessage: Reviewers must not edit.\n",
  "shop/.precept/policies/e.yaml": "id: E-1\nseverity: LOW\nmessage: Keep it short.\n",
  "shop/.precept/policies/f.yaml": "id: F-1\nseverity: HIGH\nmessage: m\nmode: shadow\n",
  "shop/.precept/policies/g.yaml": "id: G-1\nseverity: HIGH\nmessage: m\nenabled: false\n",
};
const tokens = { authenticator: testTokens };
const token = "reader:ana";

describe("POST /policies/enforce", () => {
  it("takes branch, user and role from the project and the token, whatever the context says", async () => {
    const filters = { branch: "main", user: "ana", role: "reader" };
    const match = { pattern: "push", context_filter: filters };
    const { request, project } = await startTestServer(
      { "shop/.precept/policies/a.yaml": policyFile({ rest: { match, tests: {} } }) },
      tokens,
    );
    const { git } = openTestRepository(join(project.dir, "shop"));
    const enforce = async () => {
      const context = { branch: "mine", user: "bob", role: "admin" };
      const { body } = await request("/policies/enforce", { body: { subjects: [{ text: "push" }], context }, token });
      return (body as { action: string }).action;
    };
    git("checkout", "-q", "-b", "main");
    expect(await enforce()).toBe("LOG_ONLY");
    git("checkout", "-q", "-b", "mine");
    expect(await enforce()).toBe("PASS");
  });

  it("writes the audit log and returns the corrected text, but writes no file", async () => {
    const { request, project, workspace } = await startTestServer(files, tokens);
    const subjects = [{ text: "bad", file: "src/a.ts" }];
    const { status, body } = await request("/policies/enforce", { body: { subjects, agent: "coder" }, token });
    expect(status).toBe(200);
    expect(body).toMatchObject({
      action: "QUICK_FIX",
      stops: false,
      fixes: [{ file: "src/a.ts", text: "good" }],
      rollback: null,
      log_ids: [expect.stringMatching(/^RULE-/)],
      soft_hooks: [],
    });
    expect(await readFile(join(project.dir, "shop/src/a.ts"), "utf8")).toBe("bad");
    const { violations } = await workspace.policies.auditLog();
    expect(await violations.tail(9)).toMatchObject([
      { rule_id: "A-1", context: { agent: "coder" }, quick_fix: { applied: false }, further: { session: "@ana/default" } },
    ]);
    const unfixed = await request("/policies/enforce", { body: { subjects, fix: "none" }, token });
    expect(unfixed.body).toMatchObject({ action: "QUICK_FIX", fixes: [] });
  });

  it("cannot be asked to write files", async () => {
    const { request } = await startTestServer(files, tokens);
    const body = { subjects: [{ text: "bad", file: "src/a.ts" }], fix: "write" };
    expect(await request("/policies/enforce", { body, token })).toMatchObject({
      status: 400,
      body: { errors: [{ pointer: "/fix" }] },
    });
  });

  it("counts ignored advice, once per tool use, and escalates it", async () => {
    const { request } = await startTestServer(files, tokens);
    const enforce = async (toolUse: string) =>
      request("/policies/enforce", { body: { subjects: [{ text: "soso" }], tool_use: toolUse, session: "s" }, token });
    expect((await enforce("1")).body).toMatchObject({ action: "SOFT_HOOK", soft_hooks: [{ effect: "triggered", session: "s" }] });
    await enforce("2");
    expect((await enforce("2")).body).toMatchObject({ soft_hooks: [] });
    await enforce("3");
    expect((await enforce("4")).body).toMatchObject({
      action: "LOG_ONLY",
      soft_hooks: [
        { effect: "ignored" },
        { effect: "upgraded", ignore_count: 3, upgraded_to: { priority: "P2", handler: "LOG_ONLY" } },
      ],
    });
  });

  it("leaves the server's working tree alone, unless an admin asks for rollbacks", async () => {
    const config = { "shop/.precept/config.yaml": "policies: { rollback: true }\n" };
    const { request, project } = await startTestServer({ ...files, ...config }, { ...tokens, open: { trustedDirs: ["."] } });
    openTestRepository(join(project.dir, "shop"));
    const enforce = async (text: string, rest: object, as: string) =>
      request("/policies/enforce", { body: { subjects: [{ text }], ...rest }, token: as });
    await enforce("fine", {}, "admin:eve");
    expect((await enforce("evil", {}, "admin:eve")).body).toMatchObject({ action: "TERMINATE", stops: true, rollback: null });
    expect(await enforce("evil", { rollback: true }, "editor:ana")).toMatchObject({ status: 403, body: { code: "FORBIDDEN" } });
    // Without `rollback`, no checkpoint was created.
    expect((await enforce("evil", { rollback: true }, "admin:eve")).body).toMatchObject({ rollback: { status: "none" } });
    await enforce("fine", { rollback: true }, "admin:eve");
    await project.write("shop/src/a.ts", "changed");
    expect((await enforce("evil", { rollback: true }, "admin:eve")).body).toMatchObject({
      rollback: { status: "done", changed: ["src/a.ts"] },
    });
    expect(await readFile(join(project.dir, "shop/src/a.ts"), "utf8")).toBe("bad");
  });

  it("answers 404 for an unknown policy, and 403 for another user", async () => {
    const { request } = await startTestServer(files, tokens);
    const subjects = [{ text: "bad" }];
    const unknown = await request("/policies/enforce", { body: { subjects, only: ["NONE"] }, token });
    expect(unknown).toMatchObject({ status: 404, body: { code: "POLICY_UNKNOWN" } });
    const foreign = await request("/policies/enforce", { body: { subjects, user_id: "bob" }, token });
    expect(foreign).toMatchObject({ status: 403, body: { code: "FORBIDDEN" } });
  });
});

describe("POST /policies/report", () => {
  it("records a violation that was found elsewhere", async () => {
    const { request, workspace } = await startTestServer(files, tokens);
    const body = { rule_id: "D-1", file: "src/a.ts", line: 3, column: 5, text: "let x", agent: "reviewer" };
    expect(await request("/policies/report", { body, token })).toMatchObject({
      status: 200,
      body: {
        action: "LOG_ONLY",
        violations: [
          { rule_id: "D-1", file: "src/a.ts", line: 3, column: 5, end_column: 10, message: "Reviewers must not edit." },
        ],
        log_ids: [expect.stringMatching(/^RULE-/)],
      },
    });
    const { violations } = await workspace.policies.auditLog();
    expect(await violations.tail(9)).toMatchObject([
      { rule_id: "D-1", context: { file: "src/a.ts", line: 3, agent: "reviewer" } },
    ]);
  });

  it("counts advice, and leaves other advice open", async () => {
    const { request } = await startTestServer(files, tokens);
    const report = async (text: string) =>
      request("/policies/report", { body: { rule_id: "E-1", file: "src/a.ts", text, tool_use: text }, token });
    expect((await report("one")).body).toMatchObject({ action: "SOFT_HOOK", soft_hooks: [{ effect: "triggered" }], log_ids: [] });
    expect((await report("two")).body).toMatchObject({ soft_hooks: [{ effect: "triggered" }] });
    const { body } = await request("/policies/soft-hooks", { token });
    expect((body as { soft_hooks: unknown[] }).soft_hooks).toHaveLength(2);
  });

  it("has no effect for policies in shadow mode and disabled ones", async () => {
    const { request } = await startTestServer(files, tokens);
    const report = async (id: string) => (await request("/policies/report", { body: { rule_id: id }, token })).body;
    expect(await report("F-1")).toMatchObject({ action: "PASS", shadowed: [{ rule_id: "F-1" }], log_ids: [expect.any(String)] });
    expect(await report("G-1")).toMatchObject({ action: "PASS", skipped: [{ rule_id: "G-1", reason: "disabled" }], log_ids: [] });
  });

  it("answers 404 for an unknown policy, and names invalid fields", async () => {
    const { request } = await startTestServer(files, tokens);
    const unknown = await request("/policies/report", { body: { rule_id: "NONE" }, token });
    expect(unknown).toMatchObject({ status: 404, body: { code: "POLICY_UNKNOWN" } });
    const invalid = await request("/policies/report", { body: { line: 0 }, token });
    expect(invalid).toMatchObject({ status: 400, body: { errors: [{ pointer: "/rule_id" }, { pointer: "/line" }] } });
    const rollback = await request("/policies/report", { body: { rule_id: "D-1", rollback: true }, token });
    expect(rollback).toMatchObject({ status: 403 });
  });
});
