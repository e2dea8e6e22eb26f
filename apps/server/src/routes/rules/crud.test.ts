import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { createRule, type WireRule } from "@precept/core";
import { describe, expect, it } from "vitest";
import { principalInToken } from "../../../test/principal-in-token.ts";
import { ruleFile } from "../../../test/rule-file.ts";
import { startTestServer } from "../../../test/test-server.ts";

const files = {
  "shop/.precept/rules/style.md": ruleFile("style"),
  "shop/.precept/rules/react.md": ruleFile("react", ["globs: '*.tsx'"]),
  "home/rules/brief.md": ruleFile("brief"),
  "home/users/bob/rules/tabs.md": ruleFile("tabs"),
};

const rule = { name: "money", description: "Amounts.", content: "Use cents." };
const project = { ...rule, scope: "project" };

/** A server with tokens such as `ada:editor`. */
const start = (more: Readonly<Record<string, string>> = {}, open = {}) =>
  startTestServer({ ...files, ...more }, { authenticator: principalInToken, open });

const ada = "ada:editor";
const bob = "bob:editor";
const admin = "root:admin";
const database = { "shop/.precept/config.yaml": "store: { sqlite: true }\n" };

describe("POST /rules", () => {
  it("creates a rule of the user, whom the Location names", async () => {
    const { request, project: dir } = await start();
    const { status, headers, body } = await request("/rules", { token: ada, body: rule });
    expect(status).toBe(201);
    expect(body).toMatchObject({ ...rule, scope: "user", user_id: "ada", inclusion: "always", priority: 50, source: "api" });
    expect(await readFile(join(dir.dir, "home/users/ada/rules/money.md"), "utf8")).toContain("Use cents.");
    const found = await request(headers.get("location") ?? "", { token: ada });
    expect({ ...(found.body as object), position: null }).toEqual(body);
    expect(found.headers.get("etag")).toBe(headers.get("etag"));
    expect((await request("/rules/money", { token: bob })).status).toBe(404);
  });

  it("stores all fields", async () => {
    const { request } = await start(database);
    const fields = {
      file_match_pattern: "*.ts,*.tsx",
      priority: 90,
      override: true,
      enabled: false,
      pending: true,
      authority: "absolute",
      category: "behavior",
      contexts: ["review"],
      tool_targets: ["claude"],
      tags: ["language:typescript"],
      checks: ["NO-FLOAT", { match: { pattern: "parseFloat" }, tests: { invalid: ["parseFloat(a)"] } }],
      remind: 20,
      conditions: { team: "billing" },
      metadata: { owner: "billing" },
    };
    for (const store of ["fs", "sqlite"]) {
      const body = { ...project, name: `money-${store}`, content: `Use cents in ${store}.`, store, ...fields };
      const created = await request("/rules", { token: ada, body });
      expect(created.body).toMatchObject({ ...body, globs: ["*.ts", "*.tsx"], inclusion: "fileMatch" });
    }
  });

  it("accepts null for fields that an older client does not set", async () => {
    const { request } = await start();
    const body = { ...rule, inclusion: null, file_match_pattern: null, priority: null, override: null, enabled: null };
    expect((await request("/rules", { token: ada, body })).body).toMatchObject({
      inclusion: "always",
      priority: 50,
      enabled: true,
    });
  });

  it.each([
    [{}, ["/name", "/description", "/content"]],
    [{ ...rule, name: "" }, ["/name"]],
    [{ ...rule, name: "x".repeat(101) }, ["/name"]],
    [{ ...rule, description: "x".repeat(501) }, ["/description"]],
    [{ ...rule, content: " \n" }, ["/content"]],
    [{ ...rule, priority: 0 }, ["/priority"]],
    [{ ...rule, priority: 101 }, ["/priority"]],
    [{ ...rule, scope: "team" }, ["/scope"]],
    [{ ...rule, inclusion: "sometimes" }, ["/inclusion"]],
    [{ ...rule, colour: "red", b: 1 }, ["/colour", "/b"]],
    [{ ...rule, globs: ["a"], file_match_pattern: "b" }, ["/file_match_pattern"]],
    [{ ...rule, scope: "session" }, ["/session_id"]],
    [{ ...rule, session_id: "chat" }, ["/session_id"]],
    [{ ...rule, scope: "session", session_id: "chat", store: "fs" }, ["/store"]],
  ])("rejects %j, and names %j", async (body, pointers) => {
    const { request } = await start();
    const answer = await request("/rules", { token: ada, body });
    expect(answer.status).toBe(400);
    expect((answer.body as { errors: { pointer: string }[] }).errors.map(({ pointer }) => pointer)).toEqual(pointers);
  });

  it.each([" money", "money\n", "mo\u2028ney", "mo\u0000ney"])(
    "rejects the name %j, which is not one line of text",
    async (name) => {
      const { request } = await start();
      const { status, body } = await request("/rules", { token: ada, body: { ...rule, name } });
      expect(status).toBe(400);
      expect(body).toMatchObject({ code: "RULE_NAME_INVALID", detail: expect.stringContaining("mo") });
    },
  );

  it("answers 409 with the existing rule", async () => {
    const { request } = await start();
    const { status, body } = await request("/rules", { token: ada, body: { ...project, name: "style" } });
    expect(status).toBe(409);
    expect(body).toMatchObject({ code: "RULE_EXISTS", existing: { name: "style", source_path: ".precept/rules/style.md" } });
  });

  it("answers as if rules that the client does not see did not exist", async () => {
    const { request, workspace } = await start(database);
    await workspace.withStores({}, async (stores) => {
      const hidden = createRule({ id: "x", name: "money", content: "Hidden.", userId: "bob" });
      await stores.find(({ id }) => id === "sqlite")?.save(hidden);
    });
    const { status, body } = await request("/rules", { token: ada, body: { ...project, store: "sqlite" } });
    expect([status, (body as WireRule).content]).toEqual([201, "Use cents."]);
    expect((await request("/rules?name=money", { token: bob })).body).toMatchObject({ total: 2 });
  });

  it("creates one rule of a name if several clients create it at the same time", async () => {
    const { request } = await start(database);
    for (const store of ["fs", "sqlite"]) {
      const body = { ...project, name: `race-${store}`, content: `Use cents in ${store}.`, store };
      const statuses = await Promise.all(
        Array.from({ length: 8 }, async () => (await request("/rules", { token: ada, body })).status),
      );
      expect(statuses.toSorted((left, right) => left - right)).toEqual([201, ...Array.from({ length: 7 }, () => 409)]);
    }
  });

  it.each([
    ["ada:editor", "global", 403],
    ["ada:editor", "project", 201],
    ["ada:editor", "user", 201],
    ["ada:reader", "user", 403],
    [":editor", "user", 400],
    [":editor", "project", 201],
    ["root:admin", "global", 201],
  ])("answers %s for %s scope with %i", async (token, scope, expected) => {
    const { request } = await start();
    expect((await request("/rules", { token, body: { ...rule, scope } })).status).toBe(expected);
  });

  it("lets only an admin name another user", async () => {
    const { request } = await start();
    expect((await request("/rules", { token: ada, body: { ...rule, user_id: "bob" } })).status).toBe(403);
    const { headers, body } = await request("/rules", { token: admin, body: { ...rule, user_id: "bob" } });
    expect(body).toMatchObject({ user_id: "bob" });
    expect(headers.get("location")).toContain("?user_id=bob");
    expect((await request(headers.get("location") ?? "", { token: admin })).status).toBe(200);
    expect((await request("/rules/money", { token: bob })).status).toBe(200);
    expect((await request("/rules/money", { token: admin })).status).toBe(404);
  });

  it("stores rules of users whose id is no directory name in the database, or says that there is none", async () => {
    const token = `${encodeURIComponent("acme/ada")}:editor`;
    const { status, body } = await (await start()).request("/rules", { token, body: rule });
    expect([status, (body as { code: string }).code]).toEqual([400, "USER_UNSUITABLE"]);
    const { request } = await start(database);
    expect((await request("/rules", { token, body: rule })).body).toMatchObject({ store: "sqlite", user_id: "acme/ada" });
    expect((await request("/rules/money", { token })).status).toBe(200);
    expect((await request("/rules/money", { token: ada })).status).toBe(404);
  });

  it("answers 400 for a store that the project does not have", async () => {
    const { request } = await start();
    const { status, body } = await request("/rules", { token: ada, body: { ...project, store: "sqlite" } });
    expect([status, (body as { code: string }).code]).toEqual([400, "STORE_UNSUITABLE"]);
  });

  it("answers 404 for an unknown project, and stores rules for the project of the configuration", async () => {
    const { request } = await start({ "shop/.precept/config.yaml": "project: shop-1\nstore: { sqlite: true }\n" });
    const unknown = await request("/rules", { token: ada, body: { ...project, project_id: "blog" } });
    expect([unknown.status, (unknown.body as { code: string }).code]).toEqual([404, "PROJECT_UNKNOWN"]);
    const body = { ...project, store: "sqlite", project_id: "shop-1" };
    expect((await request("/rules", { token: ada, body })).body).toMatchObject({ project_id: "shop-1" });
  });

  it("answers 403 in a read-only workspace, except for session rules", async () => {
    const { request } = await start({}, { readOnly: true });
    const { status, body } = await request("/rules", { token: admin, body: project });
    expect([status, (body as { code: string }).code]).toEqual([403, "WORKSPACE_READ_ONLY"]);
    expect((await request("/rules/style?scope=project", { token: admin, method: "DELETE" })).status).toBe(403);
    expect((await request("/rules/style?scope=project", { token: admin, method: "PUT", body: { priority: 2 } })).status).toBe(
      403,
    );
    expect((await request("/rules", { token: ada, body: { ...rule, scope: "session", session_id: "chat" } })).status).toBe(201);
  });
});

describe("session rules", () => {
  const inChat = { ...rule, scope: "session", session_id: "chat" };

  it("belong to the user who created them, even if another one names the same session", async () => {
    const { request } = await start();
    const mine = await request("/rules", { token: ada, body: inChat });
    const second = await request("/rules", { token: bob, body: { ...inChat, content: "Use floats." } });
    expect([mine.status, second.status]).toEqual([201, 201]);
    expect((mine.body as WireRule).id).not.toBe((second.body as WireRule).id);
    const prompt = async (token: string, session: string) =>
      (await request("/resolve", { token, body: { session_id: session } })).body as { prompt: string };
    expect((await prompt(ada, "chat")).prompt).toContain("Use cents.");
    expect((await prompt(bob, "chat")).prompt).not.toContain("Use cents.");
    expect((await prompt("carl:editor", "chat")).prompt).not.toContain("Use ");
    expect((await prompt(ada, "other")).prompt).not.toContain("Use cents.");
    const foreign = `/rules/${encodeURIComponent((second.body as WireRule).id)}`;
    for (const method of ["GET", "DELETE"]) expect((await request(foreign, { token: ada, method })).status).toBe(404);
  });

  it("have unique names in each session", async () => {
    const { request } = await start();
    expect((await request("/rules", { token: ada, body: inChat })).status).toBe(201);
    expect((await request("/rules", { token: ada, body: { ...inChat, session_id: "chat2" } })).status).toBe(201);
    const { status, body } = await request("/rules", { token: ada, body: inChat });
    expect(status).toBe(409);
    expect(body).toMatchObject({ existing: { session: "chat" } });
  });

  it("can only replace rules of their session", async () => {
    const { request } = await start();
    const body = { ...inChat, replaces: ["project:.precept/rules/style.md"] };
    expect((await request("/rules", { token: ada, body })).body).toMatchObject({ status: 400, code: "RULE_INVALID" });
    const created = await request("/rules", { token: ada, body: inChat });
    const path = created.headers.get("location") ?? "";
    expect((await request(path, { token: ada, method: "PUT", body: { replaces: body.replaces } })).status).toBe(400);
    expect((await request(path, { token: ada, method: "PUT", body: { content: "Use euros." } })).status).toBe(200);
    expect((await request(path, { token: ada, method: "DELETE" })).status).toBe(204);
  });

  it("need a user if the server has tokens", async () => {
    const { request } = await start();
    expect((await request("/rules", { token: ":editor", body: inChat })).body).toMatchObject({
      errors: [{ pointer: "/user_id" }],
    });
    expect((await (await startTestServer()).request("/rules", { body: inChat })).status).toBe(201);
  });
});

describe("GET /rules/{rule}", () => {
  it("finds a rule by its name, its id and its path", async () => {
    const { request } = await start();
    for (const reference of ["style", "project:.precept/rules/style.md", ".precept/rules/style.md"]) {
      const { status, headers, body } = await request(`/rules/${encodeURIComponent(reference)}`, { token: ada });
      expect(status).toBe(200);
      expect(body).toMatchObject({ name: "style", content: expect.stringContaining("Text of style.") });
      expect(headers.get("etag")).toMatch(/^"[0-9a-f]{64}"$/);
    }
  });

  it("answers 404 with similar names, and names the rule", async () => {
    const { request } = await start();
    const { status, body } = await request("/rules/stile", { token: ada });
    expect(status).toBe(404);
    expect(body).toMatchObject({ code: "RULE_NOT_FOUND", detail: 'Unknown rule "stile". Did you mean "style"?' });
    expect((await request("/rules/tab", { token: ada })).body).not.toMatchObject({ detail: expect.stringContaining("tabs") });
  });

  it("answers 304 if the client has this revision, and 200 after a change", async () => {
    const { request } = await start();
    const etag = (await request("/rules/style", { token: ada })).headers.get("etag") ?? "";
    const get = async () => request("/rules/style", { token: ada, headers: { "if-none-match": etag } });
    expect(await get()).toMatchObject({ status: 304, body: undefined });
    await request("/rules/style?scope=project", { token: ada, method: "PUT", body: { priority: 7 } });
    const changed = await get();
    expect(changed).toMatchObject({ status: 200, body: { priority: 7 } });
    expect(changed.headers.get("etag")).not.toBe(etag);
  });

  it("answers with the rule of the highest scope if several have the name, unless the scope decides", async () => {
    const { request } = await start({ "home/rules/style.md": ruleFile("style") });
    const { rules } = (await request("/rules?name=style", { token: ada })).body as { rules: WireRule[] };
    expect(rules.map(({ scope }) => scope)).toEqual(["project", "global"]);
    expect((await request("/rules/style", { token: ada })).body).toEqual(rules[0]);
    for (const { id } of rules) {
      expect((await request(`/rules/${encodeURIComponent(id)}`, { token: ada })).body).toMatchObject({ id });
    }
    expect((await request("/rules/style?scope=global", { token: ada })).body).toMatchObject({ scope: "global" });
    expect((await request("/rules/style?scope=session", { token: ada })).status).toBe(404);
    expect((await request("/rules/style?scope=team", { token: ada })).body).toMatchObject({ errors: [{ pointer: "?scope" }] });
  });

  it("shows rules of another user only to an admin who names that user", async () => {
    const { request } = await start();
    expect((await request("/rules/tabs", { token: ada })).status).toBe(404);
    expect((await request("/rules/tabs?user_id=bob", { token: ada })).status).toBe(403);
    expect((await request("/rules/tabs", { token: admin })).status).toBe(404);
    expect((await request("/rules/tabs?user_id=bob", { token: admin })).status).toBe(200);
    expect((await request("/rules/tabs?project_id=blog", { token: bob })).body).toMatchObject({ code: "PROJECT_UNKNOWN" });
  });
});

describe("PUT /rules/{rule}", () => {
  it("changes only the given fields, and keeps the rest of the file", async () => {
    const text = "---\n# ask billing\nname: style\nowner: billing\ndescription: About style\n---\n\nText.\n";
    const { request, project: dir } = await start({ "shop/.precept/rules/style.md": text });
    const { status, headers, body } = await request("/rules/style?scope=project", {
      token: ada,
      method: "PUT",
      body: { priority: 90 },
    });
    expect(status).toBe(200);
    expect(body).toMatchObject({ priority: 90, content: "Text.\n" });
    expect(await readFile(join(dir.dir, "shop/.precept/rules/style.md"), "utf8")).toBe(
      text.replace("About style\n", "About style\npriority: 90\n"),
    );
    expect((await request("/rules/style", { token: ada })).headers.get("etag")).toBe(headers.get("etag"));
  });

  it("changes each field, and removes optional ones with null", async () => {
    const { request } = await start(database);
    await request("/rules", { token: ada, body: { ...project, store: "sqlite" } });
    const put = async (body: object) => (await request("/rules/money?scope=project", { token: ada, method: "PUT", body })).body;
    const fields = {
      description: "Money.",
      content: "Use euros.",
      inclusion: "fileMatch",
      globs: ["*.ts"],
      priority: 3,
      override: true,
      enabled: false,
      pending: true,
      authority: "absolute",
      category: "agent",
      contexts: ["x"],
      tool_targets: ["cursor"],
      tags: ["a:b"],
      remind: 5,
      conditions: { a: 1 },
      replaces: ["project:.precept/rules/style.md"],
      metadata: { k: [1] },
    };
    for (const [name, value] of Object.entries(fields)) expect(await put({ [name]: value })).toMatchObject({ [name]: value });
    expect(await put({})).toMatchObject(fields);
    expect(await put({ category: null, remind: null, conditions: null, description: null })).toMatchObject({
      ...fields,
      category: null,
      remind: null,
      conditions: null,
    });
    expect(await put({ file_match_pattern: "*.md" })).toMatchObject({ globs: ["*.md"], file_match_pattern: "*.md" });
  });

  it("stores the reason in the history, and writes nothing if nothing changes", async () => {
    const { request } = await start(database);
    await request("/rules", { token: ada, body: { ...project, store: "sqlite", reason: "Agreed." } });
    const body = { content: "Use euros.", reason: "The shop moved." };
    const first = await request("/rules/money?scope=project", { token: ada, method: "PUT", body });
    const second = await request("/rules/money?scope=project", { token: ada, method: "PUT", body });
    expect(second.headers.get("etag")).toBe(first.headers.get("etag"));
    const { revisions } = (await request("/memory/rules/money/history", { token: ada })).body as { revisions: object[] };
    expect(revisions).toMatchObject([
      { reason: "The shop moved.", version: 2 },
      { reason: "Agreed.", version: 1 },
    ]);
  });

  it("honours If-Match", async () => {
    const { request } = await start();
    const etag = (await request("/rules/style", { token: ada })).headers.get("etag") ?? "";
    const put = async (condition: string, priority: number) =>
      (
        await request("/rules/style?scope=project", {
          token: ada,
          method: "PUT",
          body: { priority },
          headers: { "if-match": condition },
        })
      ).status;
    expect(await put(etag, 10)).toBe(200);
    expect(await put(etag, 11)).toBe(412);
    expect(await put(`W/${etag}`, 11)).toBe(412);
    expect(await put("nonsense", 11)).toBe(412);
    expect(await put("*", 12)).toBe(200);
    const current = (await request("/rules/style", { token: ada })).headers.get("etag") ?? "";
    expect(await put(`"other", ${current}`, 13)).toBe(200);
    expect((await request("/rules/style", { token: ada })).body).toMatchObject({ priority: 13 });
  });

  it("answers 409 if another program changed the rule meanwhile", async () => {
    const { request, project: dir } = await start();
    await request("/rules", { token: ada });
    await writeFile(join(dir.dir, "shop/.precept/rules/style.md"), ruleFile("style", ["priority: 3"]));
    const { status, body } = await request("/rules/style?scope=project", { token: ada, method: "PUT", body: { priority: 4 } });
    expect([status, (body as { code: string }).code]).toEqual([409, "RULE_CONFLICT"]);
  });

  it("loses no change if several clients change a rule at the same time", async () => {
    const { request } = await start(database);
    for (const store of ["fs", "sqlite"]) {
      await request("/rules", { token: ada, body: { ...project, name: `race-${store}`, content: `Use ${store}.`, store } });
      const path = `/rules/race-${store}`;
      const put = async (priority: number) => request(`${path}?scope=project`, { token: ada, method: "PUT", body: { priority } });
      const answers = await Promise.all([1, 2, 3, 4, 5, 6].map(put));
      const saved = answers.filter(({ status }) => status === 200);
      expect(answers.filter(({ status }) => status === 409)).toHaveLength(answers.length - saved.length);
      // Each saved change followed the one before it.
      expect(saved.length).toBeGreaterThan(0);
      const { body } = await request(path, { token: ada });
      expect(saved.map((one) => (one.body as WireRule).priority)).toContain((body as WireRule).priority);
    }
  });

  it.each([
    ["/rules/unknown", ada, { priority: 1 }, 404, "RULE_NOT_FOUND"],
    ["/rules/tabs", ada, { priority: 1 }, 404, "RULE_NOT_FOUND"],
    ["/rules/style", ada, { priority: 1 }, 404, "RULE_NOT_FOUND"],
    ["/rules/brief?scope=global", ada, { priority: 1 }, 403, "FORBIDDEN"],
    ["/rules/style", "ada:reader", { priority: 1 }, 403, "FORBIDDEN"],
    ["/rules/style", ada, { name: "other" }, 400, "REQUEST_INVALID"],
    ["/rules/style", ada, { scope: "global" }, 400, "REQUEST_INVALID"],
    ["/rules/style", ada, { content: "" }, 400, "REQUEST_INVALID"],
    ["/rules/style?scope=project", ada, { content: "a\0b" }, 400, "RULE_INVALID"],
    ["/rules/style?scope=project", ada, { globs: ["a"], file_match_pattern: "b" }, 400, "REQUEST_INVALID"],
    ["/rules/style?user_id=bob", ada, { priority: 1 }, 403, "FORBIDDEN"],
    ["/rules/style?project_id=blog", ada, { priority: 1 }, 404, "PROJECT_UNKNOWN"],
  ])("answers for %s as %s with %j: %i %s", async (path, token, body, status, code) => {
    const { request } = await start();
    expect((await request(path, { token, method: "PUT", body })).body).toMatchObject({ status, code });
  });

  it("refuses what the file of another tool cannot store, and changes nothing", async () => {
    const react = "---\ndescription: React\nglobs: src/*.tsx\nalwaysApply: false\n---\n\nUse hooks.\n";
    const { request } = await start({ "shop/.cursor/rules/hooks.mdc": react });
    const body = { priority: 5, content: "Use classes.\n" };
    const answer = await request("/rules/hooks?scope=project", { token: admin, method: "PUT", body });
    expect(answer.body).toMatchObject({ status: 409, code: "RULE_FIELDS_NOT_STORED" });
    const unchanged = await request("/rules/hooks", { token: admin });
    expect(unchanged.body).toMatchObject({ priority: 50, content: "Use hooks.\n" });
    const { content } = body;
    expect((await request("/rules/hooks?scope=project", { token: admin, method: "PUT", body: { content } })).status).toBe(200);
  });

  it("changes a global rule for an admin", async () => {
    const { request } = await start();
    expect((await request("/rules/brief?scope=global", { token: admin, method: "PUT", body: { priority: 1 } })).status).toBe(200);
  });

  it("changes the user's own rule if several rules have the name", async () => {
    const { request } = await start({ "home/users/ada/rules/style.md": ruleFile("style") });
    const { body } = await request("/rules/style", { token: ada, method: "PUT", body: { priority: 1 } });
    expect(body).toMatchObject({ scope: "user", priority: 1 });
  });

  it("answers 409 with the ids for a name that several rules of a scope have", async () => {
    const { request } = await start({ "shop/.cursor/rules/style.mdc": "---\nalwaysApply: true\n---\nStyle.\n" });
    const { status, body } = await request("/rules/style?scope=project", { token: ada, method: "PUT", body: { priority: 1 } });
    expect(status).toBe(409);
    expect(body).toMatchObject({ code: "RULE_AMBIGUOUS", ids: [expect.any(String), expect.any(String)] });
  });
});

describe("DELETE /rules/{rule}", () => {
  it("deletes a rule, and a user's own rule in that user's directory", async () => {
    const { request } = await start();
    expect((await request("/rules/style?scope=project", { token: ada, method: "DELETE" })).status).toBe(204);
    expect((await request("/rules/style", { token: ada })).status).toBe(404);
    expect((await request("/rules/tabs", { token: bob, method: "DELETE" })).status).toBe(204);
    expect((await request("/rules/tabs", { token: bob })).status).toBe(404);
  });

  it("honours If-Match", async () => {
    const { request } = await start();
    const etag = (await request("/rules/style", { token: ada })).headers.get("etag") ?? "";
    const remove = async (condition: string) =>
      (await request("/rules/style?scope=project", { token: ada, method: "DELETE", headers: { "if-match": condition } })).status;
    expect(await remove('"other"')).toBe(412);
    expect(await remove(etag)).toBe(204);
    expect(await remove(etag)).toBe(404);
  });

  it.each([
    ["/rules/unknown", ada, 404],
    ["/rules/tabs", ada, 404],
    ["/rules/style", ada, 404],
    ["/rules/brief?scope=global", ada, 403],
    ["/rules/brief?scope=global", admin, 204],
    ["/rules/project%3A.precept%2Frules%2Fstyle.md", ada, 204],
    ["/rules/style", "ada:reader", 403],
  ])("answers for %s as %s with %i", async (path, token, status) => {
    const { request } = await start();
    expect((await request(path, { token, method: "DELETE" })).status).toBe(status);
  });

  it("answers 409 if another program changed the rule meanwhile", async () => {
    const { request, project: dir } = await start();
    await request("/rules", { token: ada });
    await writeFile(join(dir.dir, "shop/.precept/rules/style.md"), ruleFile("style", ["priority: 3"]));
    expect((await request("/rules/style?scope=project", { token: ada, method: "DELETE" })).status).toBe(409);
  });
});
