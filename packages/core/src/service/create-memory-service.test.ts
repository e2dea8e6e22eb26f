import type { GetMemoryRulesRequest, MemoryRulesResponse, SearchMemoryRulesRequest } from "@precept/contract";
import * as fc from "fast-check";
import { describe, expect, it, onTestFinished } from "vitest";
import { createMemoryStore } from "../memory-store/store.ts";
import { createRule } from "../model/create-rule.ts";
import type { RuleInput } from "../model/rule.ts";
import { createRulebook } from "../rulebook/rulebook.ts";
import { wrapStore } from "../../test/wrap-store.ts";
import { readWireRule } from "../wire/read-rule.ts";
import { createMemoryService, type MemoryService, type MemoryServiceOptions } from "./create-memory-service.ts";

const time = "2026-01-02T03:04:05.000Z";

function openService(
  inputs: readonly (Partial<RuleInput> & { readonly id: string })[],
  options: Partial<MemoryServiceOptions> = {},
): MemoryService {
  const rules = inputs.map((input) => createRule({ name: input.id, content: `Text of ${input.id}.`, ...input }));
  const stores = options.stores ?? [createMemoryStore({ rules })];
  const rulebook = createRulebook({ stores });
  onTestFinished(async () => {
    await rulebook[Symbol.asyncDispose]();
    for (const store of stores) await store[Symbol.asyncDispose]();
  });
  return createMemoryService({ rulebook, stores, now: () => time, ...options });
}

const idsOf = ({ rules }: MemoryRulesResponse) => rules.map(({ id }) => id);

const rules = [
  { id: "shared" },
  { id: "shop", projectId: "shop" },
  { id: "blog", projectId: "blog" },
  { id: "ann", userId: "ann" },
  { id: "git", contexts: ["git"], tags: ["tool:git"], authority: "absolute" },
  { id: "chat", contexts: ["chat"], targets: ["codex"], category: "behavior" },
  { id: "old" },
  { id: "new", replaces: ["old"] },
  { id: "off", enabled: false },
] as const;

describe("getMemoryRules", () => {
  it.each<[string, GetMemoryRulesRequest, readonly string[]]>([
    ["returns active rules of no project and no user, in the order of their ids", {}, ["chat", "git", "new", "shared"]],
    ["returns rules of a project and of no project", { project_id: "shop" }, ["chat", "git", "new", "shared", "shop"]],
    ["returns rules of a user", { user_id: "ann", project_id: "blog" }, ["ann", "blog", "chat", "git", "new", "shared"]],
    ["filters by a context", { scope: ["git"] }, ["git", "new", "shared"]],
    ["filters by several contexts", { scope: ["git", "chat"] }, ["chat", "git", "new", "shared"]],
    ["filters by several tools", { tool_targets: ["claude", "gemini"] }, ["git", "new", "shared"]],
    ["filters by tags, authority and category", { tags: ["tool:git"], authority: "absolute" }, ["git"]],
    ["filters by category", { category: "behavior" }, ["chat"]],
    ["returns rules of other statuses on request", { status: ["superseded", "disabled"] }, ["off", "old"]],
  ])("%s", async (_, request, expected) => {
    const response = await openService(rules).getMemoryRules(request);
    expect(idsOf(response)).toEqual(expected);
    expect(response).toMatchObject({ total_count: expected.length, stores: [] });
    expect(response).not.toHaveProperty("next_cursor");
  });

  it("returns everything about a rule", async () => {
    const rule = createRule({
      id: "a",
      name: "a",
      content: "12345678",
      contexts: ["git"],
      source: "import",
      conditions: { x: 1 },
    });
    const service = openService([rule]);
    await service.updateRuleUsage({ rule_ids: ["a"], session_id: "s", tool: "claude" });
    const [wire] = (await service.getMemoryRules({})).rules;
    expect(wire).toMatchObject({
      rule: "12345678",
      scope: ["git"],
      token_cost: 2,
      usage_count: 1,
      last_used: time,
      status: "active",
    });
    const { rule: read, usage } = readWireRule(wire);
    expect({ ...read, createdAt: "", updatedAt: "" }).toEqual({ ...rule, createdAt: "", updatedAt: "" });
    expect(usage).toEqual({ count: 1, lastUsedAt: time });
  });

  it("names the status of superseded and disabled rules", async () => {
    const { rules: found } = await openService(rules).getMemoryRules({ status: ["superseded", "disabled", "active"] });
    const statuses = Object.fromEntries(found.map(({ id, status }) => [id, status]));
    expect(statuses).toMatchObject({ old: "superseded", off: "disabled", new: "active" });
  });

  it("returns 100 rules by default, and says how many there are", async () => {
    const many = Array.from({ length: 120 }, (_, at) => ({ id: `r${String(at).padStart(3, "0")}` }));
    const response = await openService(many).getMemoryRules({});
    expect(response.rules).toHaveLength(100);
    expect(response).toMatchObject({ total_count: 120, next_cursor: '["r099","memory"]' });
  });

  it("returns every rule on exactly one page", async () => {
    const service = openService(rules);
    await fc.assert(
      fc.asyncProperty(fc.integer({ min: 1, max: 6 }), async (limit) => {
        const seen: string[] = [];
        let cursor: string | undefined;
        do {
          const page = await service.getMemoryRules({ limit, ...(cursor !== undefined && { cursor }) });
          expect(page.rules.length).toBeLessThanOrEqual(limit);
          seen.push(...idsOf(page));
          cursor = page.next_cursor;
        } while (cursor !== undefined);
        expect(seen).toEqual(["chat", "git", "new", "shared"]);
      }),
    );
    // The rule of a cursor may be gone.
    expect(idsOf(await service.getMemoryRules({ cursor: '["h","memory"]' }))).toEqual(["new", "shared"]);
    await expect(service.getMemoryRules({ cursor: "7" })).rejects.toThrow("cursor: it is not a `next_cursor`");
  });
});

describe("a project that cannot be resolved is refused", () => {
  const service = () => openService(rules, { isKnownProject: (id) => id === "shop" });

  it("if it is empty or unknown, in every call", async () => {
    const calls = (owner: { project_id: string }) => [
      service().getMemoryRules(owner),
      service().searchMemoryRules({ query: "text", ...owner }),
      service().getMemoryRuleById({ rule_id: "shared", ...owner }),
      service().updateRuleUsage({ rule_ids: ["shared"], ...owner }),
    ];
    for (const call of calls({ project_id: "" })) await expect(call).rejects.toMatchObject({ code: "REQUEST_INVALID" });
    for (const call of calls({ project_id: "shoq" })) await expect(call).rejects.toMatchObject({ code: "PROJECT_UNKNOWN" });
    expect(idsOf(await service().getMemoryRules({ project_id: "shop", limit: 1 }))).toEqual(["chat"]);
  });
});

describe("searchMemoryRules", () => {
  const texts = [
    { id: "commits", content: "Make atomic commits with clear messages.", contexts: ["git"] },
    { id: "tests", content: "Run pytest before commits.", contexts: ["test"] },
    { id: "style", content: "Prefer named exports.", contexts: ["edit"] },
    { id: "secret", content: "Commits of the shop.", projectId: "shop" },
    { id: "gone", content: "Squash commits.", enabled: false },
  ];

  it("finds active rules that are visible, with scores, and says how it searched", async () => {
    const response = await openService(texts).searchMemoryRules({ query: "commits" });
    expect(idsOf(response).toSorted()).toEqual(["commits", "tests"]);
    expect(response).toMatchObject({ total_count: 2, mode_used: "sparse", degraded: "no_embedder", stores: [] });
    for (const rule of response.rules) {
      expect(rule.relevance_score).toBeGreaterThan(0);
      expect(rule.sparse_score).toBeGreaterThan(0);
      expect(readWireRule(rule)).toMatchObject({ relevanceScore: rule.relevance_score, scores: { sparse: rule.sparse_score } });
    }
    expect(idsOf(await openService(texts).searchMemoryRules({ query: "commits", project_id: "shop" }))).toContain("secret");
  });

  it.each<[string, Partial<SearchMemoryRulesRequest>, readonly string[]]>([
    ["one context", { scope: ["git"] }, ["commits"]],
    ["several contexts", { scope: ["git", "edit"] }, ["commits"]],
    ["other statuses", { status: ["disabled"] }, ["gone"]],
    ["a threshold that nothing reaches", { query: "commits exports pytest", sparse_threshold: 1 }, []],
  ])("searches with %s", async (_, request, expected) => {
    expect(idsOf(await openService(texts).searchMemoryRules({ query: "commits", ...request }))).toEqual(expected);
  });

  it.each([{ scope: ["x"] }, { scope: ["x", "y"] }])("returns every rule on exactly one page: %j", async (request) => {
    const many = Array.from({ length: 9 }, (_, at) => ({ id: `r${at}`, content: `Make commits ${"often ".repeat(at)}.` }));
    const service = openService([...many, { id: "other", content: "Make commits.", contexts: ["z"] }]);
    const seen: string[] = [];
    let cursor: string | undefined;
    do {
      const page = await service.searchMemoryRules({
        query: "commits",
        limit: 4,
        ...request,
        ...(cursor !== undefined && { cursor }),
      });
      expect(page.total_count).toBe(9);
      seen.push(...idsOf(page));
      cursor = page.next_cursor;
    } while (cursor !== undefined);
    expect(seen.toSorted()).toEqual(many.map(({ id }) => id));
  });

  it("refuses to search by meaning without an embedder", async () => {
    const search = openService(texts).searchMemoryRules({ query: "commits", search_mode: "dense" });
    await expect(search).rejects.toMatchObject({ code: "SEARCH_MODE_UNAVAILABLE" });
  });
});

describe("getMemoryRuleById", () => {
  it("returns a rule whatever its status", async () => {
    expect(await openService(rules).getMemoryRuleById({ rule_id: "old" })).toMatchObject({ id: "old", status: "superseded" });
    expect(await openService(rules).getMemoryRuleById({ rule_id: "shop", project_id: "shop" })).toMatchObject({
      project_id: "shop",
      usage_count: 0,
      last_used: null,
    });
  });

  it.each([{ rule_id: "shop" }, { rule_id: "shop", project_id: "blog" }, { rule_id: "ann" }, { rule_id: "sho" }])(
    "does not reveal rules of others: %j",
    async (request) => {
      const call = openService(rules).getMemoryRuleById(request);
      await expect(call).rejects.toMatchObject({ code: "RULE_NOT_FOUND", details: { known: [] } });
    },
  );
});

describe("updateRuleUsage", () => {
  it("counts each rule once for each call, and names the rules that it did not count", async () => {
    const service = openService(rules);
    const request = { rule_ids: ["shared", "shared", "git", "shop", "none"], session_id: "s", tool: "claude" };
    expect(await service.updateRuleUsage(request)).toEqual({ updated_count: 2, success: false, not_updated: ["shop", "none"] });
    expect(await service.updateRuleUsage({ rule_ids: ["shared"] })).toEqual({ updated_count: 1, success: true, not_updated: [] });
    expect(await service.getMemoryRuleById({ rule_id: "shared" })).toMatchObject({ usage_count: 2, last_used: time });
    expect(await service.getMemoryRuleById({ rule_id: "shop", project_id: "shop" })).toMatchObject({ usage_count: 0 });
  });

  it("does not count rules of a store that counts no uses", async () => {
    const store = createMemoryStore({ rules: [createRule({ id: "a", name: "a" })] });
    const stores = [wrapStore(store, { capabilities: { ...store.capabilities, usage: false } })];
    const service = openService([], { stores });
    expect(await service.updateRuleUsage({ rule_ids: ["a"] })).toEqual({ updated_count: 0, success: false, not_updated: ["a"] });
    expect(await service.getMemoryRuleById({ rule_id: "a" })).not.toHaveProperty("usage_count");
  });
});

it("an answer names the stores that it lacks", async () => {
  const ok = createMemoryStore({ id: "ok", rules: [createRule({ id: "a", name: "a", origin: { store: "ok" } })] });
  const broken = wrapStore(createMemoryStore({ id: "broken" }), {
    // oxlint-disable-next-line require-yield -- It fails before it can yield.
    async *list() {
      throw new Error("no route");
    },
    usage: () => Promise.reject(new Error("no route")),
  });
  const uncounted = wrapStore(ok, { usage: () => Promise.reject(new Error("disk full")) });
  const response = await openService([], { stores: [uncounted, broken] }).getMemoryRules({});
  expect(idsOf(response)).toEqual(["a"]);
  expect(response.rules[0]).not.toHaveProperty("usage_count");
  expect(response.stores).toEqual([
    expect.objectContaining({ store: "broken", status: "failed" }),
    { store: "ok", status: "failed", message: "The usage of rules is unknown: Error: disk full" },
  ]);
});

it("an aborted call is rejected", async () => {
  const signal = AbortSignal.abort(new Error("too late"));
  await expect(openService(rules).getMemoryRules({}, { signal })).rejects.toThrow("too late");
});
