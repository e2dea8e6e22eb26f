import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import type { WireRule } from "@precept/core";
import { describe, expect, it } from "vitest";
import { principalInToken } from "../../../test/principal-in-token.ts";
import { ruleFile } from "../../../test/rule-file.ts";
import { startTestServer } from "../../../test/test-server.ts";

const files = {
  "shop/.precept/rules/amounts.md": ruleFile("amounts", [], "Store amounts of money in cents."),
  "shop/.precept/rules/rounding.md": ruleFile("rounding", [], "Round money after the last step."),
  "shop/.precept/rules/dates.md": ruleFile("dates", ["tags: ['a:b']"], "Store dates in UTC."),
  "home/users/bob/rules/money.md": ruleFile("money", [], "Money is the root of all evil."),
};

const token = "ada:editor";
const start = (more: Readonly<Record<string, string>> = {}) =>
  startTestServer({ ...files, ...more }, { authenticator: principalInToken });

interface Search {
  readonly results: readonly { readonly rule: WireRule; readonly score: number; readonly scores: { readonly sparse?: number } }[];
  readonly total: number;
  readonly next_cursor: string | null;
}

describe("POST /rules/search", () => {
  it("finds rules by words, best first, and says that there is no embedder", async () => {
    const { request } = await start();
    const { status, body } = await request("/rules/search", { token, body: { text: "money" } });
    expect(status).toBe(200);
    expect(body).toMatchObject({
      total: 2,
      mode_used: "sparse",
      degraded: "no_embedder",
      is_cut: false,
      stores: [],
      next_cursor: null,
    });
    const { results } = body as Search;
    expect(results.map(({ rule }) => rule.name).toSorted()).toEqual(["amounts", "rounding"]);
    expect(results[0]?.scores.sparse).toBeGreaterThan(0);
  });

  it("answers in pages", async () => {
    const { request } = await start();
    const first = (await request("/rules/search", { token, body: { text: "money", limit: 1 } })).body as Search;
    const second = (await request("/rules/search", { token, body: { text: "money", limit: 1, cursor: first.next_cursor } }))
      .body as Search;
    expect(new Set([...first.results, ...second.results].map(({ rule }) => rule.name))).toEqual(new Set(["amounts", "rounding"]));
    expect(second.next_cursor).toBeNull();
  });

  it("filters, and leaves out results below the minimum scores", async () => {
    const { request } = await start();
    const search = async (more: object) =>
      ((await request("/rules/search", { token, body: { text: "store", ...more } })).body as Search).results.map(
        ({ rule }) => rule.name,
      );
    expect(await search({ tags: ["a:b"] })).toEqual(["dates"]);
    expect(await search({ scope: "global" })).toEqual([]);
    expect(await search({ name: "amounts" })).toEqual(["amounts"]);
    expect(await search({ status: ["disabled"] })).toEqual([]);
    expect(await search({ min_scores: { sparse: 1 } })).toEqual([]);
  });

  it.each([
    [{}, 400, "REQUEST_INVALID"],
    [{ text: "" }, 400, "REQUEST_INVALID"],
    [{ text: "a", limit: 0 }, 400, "REQUEST_INVALID"],
    [{ text: "a", mode: "magic" }, 400, "REQUEST_INVALID"],
    [{ text: "a", min_scores: { sparse: 2 } }, 400, "REQUEST_INVALID"],
    [{ text: "a", query: "b" }, 400, "REQUEST_INVALID"],
    [{ text: "a", cursor: "x" }, 400, "OPTION_VALUE_INVALID"],
    [{ text: "a", mode: "dense" }, 400, "SEARCH_MODE_UNAVAILABLE"],
    [{ text: "a", user_id: "bob" }, 403, "FORBIDDEN"],
    [{ text: "a", project_id: "blog" }, 404, "PROJECT_UNKNOWN"],
  ])("answers %j with %i %s", async (body, status, code) => {
    const { request } = await start();
    expect((await request("/rules/search", { token, body })).body).toMatchObject({ status, code });
  });
});

describe("POST /rules/validate", () => {
  it("accepts a valid rule file", async () => {
    const { request } = await start();
    const { body } = await request("/rules/validate", { token: "ada:reader", body: { content: ruleFile("a") } });
    expect(body).toEqual({ valid: true, errors: [], warnings: [], diagnostics: [], outputs: [] });
  });

  it("reports all errors with their lines", async () => {
    const { request } = await start();
    const content = "---\ndescription: 7\npriority: 900\n---\n\nText.\n";
    const { status, body } = await request("/rules/validate", { token, body: { content } });
    expect(status).toBe(200);
    const { valid, errors, diagnostics } = body as { valid: boolean; errors: string[]; diagnostics: { file: unknown }[] };
    expect(valid).toBe(false);
    expect(errors.join("\n")).toMatch(/line 1: The field "name" is missing/);
    expect(errors.join("\n")).toMatch(/line 3: The field "priority"/);
    expect(diagnostics.every(({ file }) => file === null)).toBe(true);
  });

  it.each([
    ["no front matter", "Text.", false],
    ["an empty text", "", false],
    ["a hidden character", ruleFile("a", [], "Use\u202Ecents."), true],
    ["a secret", ruleFile("a", [], `The key is ${["AKIA", "IOSFODNN7EXAMPLQ"].join("")}.`), true],
    ["more than 100,000 characters", ruleFile("a", [], "x ".repeat(50_001)), true],
  ])("reports %s", async (_, content, valid) => {
    const { request } = await start();
    const { body } = await request("/rules/validate", { token, body: { content } });
    const { errors, warnings, ...found } = body as { valid: boolean; errors: string[]; warnings: string[] };
    expect([...errors, ...warnings]).not.toEqual([]);
    expect(found.valid).toBe(valid);
  });

  it.each([[{}], [{ content: 7 }], [{ content: "a", name: "b" }]])("rejects %j", async (body) => {
    const { request } = await start();
    expect((await request("/rules/validate", { token, body })).status).toBe(400);
  });
});

describe("GET /rules/conflicts", () => {
  it("lists duplicate names with the rule that applies", async () => {
    const { request } = await start({
      "home/rules/dates.md": ruleFile("dates"),
      "home/users/bob/rules/dates.md": ruleFile("dates"),
    });
    const { body } = await request("/rules/conflicts", { token: "ada:reader" });
    expect(body).toMatchObject({
      conflicts: [
        {
          kind: "shadowed",
          name: "dates",
          names: ["dates", "dates"],
          scopes: ["project", "global"],
          winner: "project:.precept/rules/dates.md",
          resolution: "Using project scope (highest priority): .precept/rules/dates.md.",
        },
      ],
      stores: [],
    });
  });

  it("lists duplicate texts, and no rules of sessions", async () => {
    const { request } = await start({ "shop/.precept/rules/utc.md": ruleFile("utc", [], "Store amounts of money in cents.") });
    for (const session of ["a", "b"]) {
      const body = { name: "dates", description: "Dates.", content: "Text.", scope: "session", session_id: session };
      await request("/rules", { token, body });
    }
    const { body } = await request("/rules/conflicts", { token });
    expect(body).toMatchObject({
      conflicts: [{ kind: "duplicateContent", winner: null, resolution: "All of these rules apply." }],
    });
  });

  it("rejects an unknown user, project and parameter", async () => {
    const { request } = await start();
    expect((await request("/rules/conflicts?user_id=bob", { token })).status).toBe(403);
    expect((await request("/rules/conflicts?project_id=blog", { token })).status).toBe(404);
    expect((await request("/rules/conflicts?x=1", { token })).status).toBe(400);
  });
});

describe("POST /rules/reload", () => {
  it("reads files that changed", async () => {
    const { request, project } = await start();
    expect((await request("/rules", { token })).body).toMatchObject({ total: 3 });
    await writeFile(join(project.dir, "shop/.precept/rules/new.md"), ruleFile("new"));
    const { status, body } = await request("/rules/reload", { token, method: "POST" });
    expect([status, body]).toEqual([200, { message: expect.any(String), count: 4, stores: [] }]);
    expect((await request("/rules/new", { token })).status).toBe(200);
  });

  it("reads the directory of the user again", async () => {
    const { request, project } = await start();
    await request("/rules", { token: "bob:editor" });
    await writeFile(join(project.dir, "home/users/bob/rules/money.md"), ruleFile("renamed"));
    await request("/rules/reload", { token: "bob:editor", method: "POST" });
    expect((await request("/rules/renamed", { token: "bob:editor" })).status).toBe(200);
  });

  it("needs an editor, who may not name another user", async () => {
    const { request } = await start();
    expect((await request("/rules/reload", { token: "ada:reader", method: "POST" })).status).toBe(403);
    expect((await request("/rules/reload?user_id=bob", { token, method: "POST" })).status).toBe(403);
    expect((await request("/rules/reload?project_id=blog", { token, method: "POST" })).status).toBe(404);
  });
});

describe("paths without parameters", () => {
  const reserved = ["conflicts", "search", "validate", "reload"];

  it("are the names of rules for the methods that they do not have, and with a scope", async () => {
    const { request } = await start(
      Object.fromEntries(reserved.map((name) => [`shop/.precept/rules/${name}.md`, ruleFile(name)])),
    );
    expect((await request("/rules/conflicts", { token })).body).toHaveProperty("conflicts");
    for (const prefix of ["", "/projects/shop"]) {
      for (const name of reserved) {
        const id = encodeURIComponent(`project:.precept/rules/${name}.md`);
        for (const path of [`${prefix}/rules/${name}?scope=project`, `${prefix}/rules/${id}`]) {
          expect((await request(path, { token })).body).toMatchObject({ name, priority: 50 });
          expect((await request(path, { token, method: "PUT", body: { priority: 9 } })).body).toMatchObject({
            name,
            priority: 9,
          });
          expect((await request(path, { token, method: "PUT", body: { priority: 50 } })).status).toBe(200);
        }
        expect((await request(`${prefix}/rules/${name}`, { token, method: "PATCH" })).status).toBe(405);
      }
    }
  });
});
