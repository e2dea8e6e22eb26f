import { createMemoryService, createRule, type Rule } from "@precept/core";
import { propertyRuns } from "@precept/testing";
import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { listen } from "../../test/listen.ts";
import {
  callService,
  connectClient,
  connectGrpc,
  connectJson,
  type CallResult,
  type MemoryCall,
  type SendCall,
} from "../../test/rpc-clients.ts";
import { startTestServer } from "../../test/test-server.ts";

const files = { "shop/.precept/rules/style.md": "---\nname: style\n---\nUse named exports.\n" };

const maybe = <Value>(value: fc.Arbitrary<Value>) => fc.option(value, { nil: undefined });
const contexts = fc.subarray(["git", "chat", "edit"]);
const targets = fc.subarray(["claude", "codex"]);
const tags = fc.subarray(["tool:git", "domain:web"]);
const category = fc.constantFrom("preference", "behavior", "agent");
const authority = fc.constantFrom("absolute", "default");

const anyRule = fc.record({
  name: fc.string({ minLength: 1, maxLength: 12 }).filter((name) => name.trim() !== ""),
  description: fc.string(),
  content: fc
    .tuple(fc.subarray(["round", "money", "commit", "atomic", "価格"]), fc.string())
    .map(([words, text]) => [...words, text].join(" ")),
  scope: fc.constantFrom("global", "user", "project"),
  inclusion: fc.constantFrom("always", "relevant", "manual"),
  projectId: maybe(fc.constantFrom("shop", "blog")),
  userId: maybe(fc.constantFrom("ann", "ben")),
  category: maybe(category),
  authority,
  contexts,
  targets,
  tags,
  source: maybe(fc.string()),
  enabled: fc.boolean(),
  pending: fc.boolean(),
  conditions: maybe(fc.dictionary(fc.string(), fc.integer())),
  metadata: fc.dictionary(fc.string(), fc.jsonValue()),
  globs: fc.subarray(["*.ts", "src/**"]),
});

function withoutUndefined<Value extends object>(value: Value): Value {
  return Object.fromEntries(Object.entries(value).filter(([, field]) => field !== undefined)) as Value;
}

const rules: readonly Rule[] = fc
  .sample(anyRule, { numRuns: 60, seed: 7 })
  .map((fields, at) => createRule({ ...(withoutUndefined(fields) as object), id: `r${at}`, name: `${fields.name}-${at}` }));

const owner = {
  project_id: maybe(fc.constantFrom("shop", "blog", "")),
  user_id: maybe(fc.constantFrom("ann", "ben", "cat", "")),
};
const filter = {
  ...owner,
  scope: maybe(contexts),
  tool_targets: maybe(targets),
  tags: maybe(fc.subarray(["tool:git", "domain:web", "x"])),
  category: maybe(fc.oneof(category, fc.constant("rule"))),
  authority: maybe(authority),
  status: maybe(fc.subarray(["active", "disabled", "pending", "superseded"])),
  limit: maybe(fc.integer({ min: -1, max: 20 })),
};
const ruleId = fc.oneof(
  fc.nat({ max: 62 }).map((at) => `r${at}`),
  fc.constantFrom("", "style", "\u0000"),
);

const anyCall: fc.Arbitrary<readonly [MemoryCall, object]> = fc.oneof(
  fc.tuple(
    fc.constant("getMemoryRules" as const),
    fc.record({ ...filter, cursor: maybe(fc.constantFrom('["r3","sqlite"]', "x")) }),
  ),
  fc.tuple(
    fc.constant("searchMemoryRules" as const),
    fc.record({
      ...filter,
      query: fc.constantFrom("round money", "commit", "価格", "nothing here", ""),
      search_mode: maybe(fc.constantFrom("hybrid", "sparse", "dense", "")),
      score_threshold: maybe(fc.constantFrom(0, 0.1, 0.6, 2)),
      sparse_threshold: maybe(fc.constantFrom(0.3)),
    }),
  ),
  fc.tuple(fc.constant("getMemoryRuleById" as const), fc.record({ ...owner, rule_id: ruleId })),
  fc.tuple(
    fc.constant("updateRuleUsage" as const),
    fc.record({
      ...owner,
      rule_ids: fc.array(ruleId, { maxLength: 3 }),
      session_id: fc.constantFrom("", "s"),
      tool: fc.constantFrom("", "claude"),
    }),
  ),
);

/** Removes what some formats cannot express: fields without a value. Rounds what others have in single precision. */
function normalise(value: unknown, name = ""): unknown {
  if (Array.isArray(value)) return value.map((item) => normalise(item));
  if (name === "version") return Number(value);
  if (name === "relevance_score") return Math.fround(Number(value));
  if (typeof value !== "object" || value === null) return value;
  const fields = Object.entries(value).filter(([, field]) => {
    const isEmptyList = Array.isArray(field) && field.length === 0;
    return field !== undefined && field !== null && field !== "" && field !== 0 && field !== false && !isEmptyList;
  });
  return Object.fromEntries(fields.map(([key, field]) => [key, normalise(field, key)]));
}

async function openClients() {
  const { server, workspace } = await startTestServer(files, { open: { sqlite: true, project: "shop", countUse: false } });
  // A project without rules is unknown to the server.
  const known = createRule({ id: "blog", name: "blog", content: "Of the blog.", projectId: "blog" });
  for (const rule of [...rules, known]) await workspace.storeFor("global", "sqlite").save(rule);
  const service = createMemoryService({
    rulebook: workspace.rulebook,
    stores: workspace.stores,
    tokens: await workspace.tokenCounter(),
    now: () => new Date().toISOString(),
  });
  const clients: Readonly<Record<string, SendCall>> = {
    gRPC: connectGrpc(await listen(server, 2)),
    JSON: connectJson(await listen(server, 1)),
    "the client": connectClient(await listen(server, 1)),
    "JSON without a socket": connectJson("http://127.0.0.1", server.fetch),
  };
  return { local: callService(service), clients };
}

/** The time of a use differs between two calls. */
function withoutTime(result: CallResult): unknown {
  return JSON.parse(JSON.stringify(normalise(result), (key, value: unknown) => (key === "last_used" ? "" : value)));
}

/** Calls that are rare among random ones. */
const examples: [readonly [MemoryCall, object]][] = [
  [["searchMemoryRules", { query: "commit" }]],
  [["searchMemoryRules", { query: "commit", search_mode: "dense" }]],
  [["getMemoryRuleById", { project_id: "blog", rule_id: "blog" }]],
  [["getMemoryRuleById", { rule_id: "style" }]],
  [["updateRuleUsage", { project_id: "blog", rule_ids: ["blog"] }]],
];

describe("every client gets the answer of the memory service", () => {
  it("to all calls, for all rules and filters", async () => {
    const { local, clients } = await openClients();
    const seen = new Set<string>();
    await fc.assert(
      fc.asyncProperty(anyCall, async ([call, given]) => {
        const request = withoutUndefined(given);
        // The server uses the project of its configuration if a request names none.
        const expected = await local(call, { project_id: "shop", ...request });
        seen.add("error" in expected ? expected.error : call);
        for (const [name, send] of Object.entries(clients)) {
          expect([name, withoutTime(await send(call, request))]).toEqual([name, withoutTime(expected)]);
        }
      }),
      { numRuns: propertyRuns({ sample: 50, full: 250 }), examples },
    );
    // The calls succeed, and fail, in every way.
    expect([...seen].toSorted()).toEqual([
      "REQUEST_INVALID",
      "RULE_NOT_FOUND",
      "SEARCH_MODE_UNAVAILABLE",
      "getMemoryRuleById",
      "getMemoryRules",
      "searchMemoryRules",
      "updateRuleUsage",
    ]);
  });

  it("and `@precept/client` returns the same objects as the service", async () => {
    const { local, clients } = await openClients();
    const call = async (send: SendCall | undefined) => [
      await send?.("getMemoryRules", { project_id: "shop", status: ["active", "disabled"], limit: 50 }),
      await send?.("searchMemoryRules", { project_id: "shop", query: "round money", score_threshold: 0.1 }),
    ];
    const [list, search] = await call(local);
    const [listOfClient, searchOfClient] = await call(clients["the client"]);
    expect(listOfClient).toEqual(list);
    expect(JSON.stringify(searchOfClient, shortScore)).toEqual(JSON.stringify(search, shortScore));
  });
});

/** The score of a search has single precision in messages. */
function shortScore(key: string, value: unknown): unknown {
  if (typeof value !== "object" || value === null || Array.isArray(value))
    return key === "relevance_score" ? Math.fround(Number(value)) : value;
  return Object.fromEntries(Object.entries(value).toSorted(([left], [right]) => (left < right ? -1 : 1)));
}
