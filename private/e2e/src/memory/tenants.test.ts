import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import {
  cachedStore,
  createMemoryService,
  createMemoryStore,
  createRule,
  createRulebook,
  isVisibleTo,
  type Rule,
  type RuleStore,
  type StoredRule,
  type StoreEvent,
  type Tenant,
} from "@precept/core";
import { createSqliteStore } from "@precept/store-sqlite";
import { bySize } from "@precept/testing";
import * as fc from "fast-check";
import { describe, expect, it, onTestFinished } from "vitest";

/** Ids that a careless comparison confuses: case, prefixes, wildcards, normal forms, white space, quotes and what looks like no id. */
const ids = ["p1", "P1", "p10", "p", "%", "p_", "p1 ", "é", "e\u0301", "null", "'", '"p1"', "p1 OR p2", "*"];
const anyId = fc.option(fc.constantFrom(...ids), { nil: undefined });
const anyTenant: fc.Arbitrary<Tenant> = fc.record({ projectId: anyId, userId: anyId });
const ruleIds = ["r0", "r1", "r2", "r3", "r4", "r5"];

const anyRule = fc
  .record({
    owner: anyTenant,
    name: fc.constantFrom("commits", "dates", "prices"),
    words: fc.subarray(["round", "money", "commit", "atomic", "date", "naïve", "価格", "parseDate"], { minLength: 1 }),
    scope: fc.constantFrom("global", "user", "project"),
    inclusion: fc.constantFrom("always", "relevant", "manual"),
    authority: fc.constantFrom("absolute", "default"),
    enabled: fc.boolean(),
    tags: fc.subarray(["tool:git", "domain:web"]),
    replaces: fc.subarray(ruleIds, { maxLength: 2 }),
  })
  .map(
    ({ owner: { projectId, userId }, words, ...fields }) =>
      (id: string): Rule =>
        createRule({
          id,
          ...fields,
          content: words.join(" "),
          ...(projectId !== undefined && { projectId }),
          ...(userId !== undefined && { userId }),
        }),
  );

type Write = { readonly kind: "save"; readonly rule: Rule } | { readonly kind: "delete"; readonly id: string };

const anyWrites: fc.Arbitrary<readonly Write[]> = fc.array(
  fc
    .tuple(fc.constantFrom(...ruleIds), fc.option(anyRule, { nil: undefined, freq: 6 }))
    .map(([id, build]): Write => (build === undefined ? { kind: "delete", id } : { kind: "save", rule: build(id) })),
  { minLength: 1, maxLength: 10 },
);

/** What a store says about a rule, without what depends on the number of writes to the store. */
function withoutRevision({
  rule: { createdAt: _created, updatedAt: _updated, version: _version, ...rule },
}: Pick<StoredRule, "rule">) {
  return rule;
}

/** Everything that a tenant can ask of a store, alone and through a rulebook. */
async function answersFor(store: RuleStore, tenant: Tenant): Promise<readonly string[]> {
  const { projectId, userId } = tenant;
  const answers: unknown[] = [];
  const listed = async (filter: object, limit?: number) => {
    const rules: unknown[] = [];
    let cursor: string | undefined;
    for (;;) {
      const page: StoredRule[] = [];
      const options = {
        filter: { tenant, ...filter },
        ...(limit !== undefined && { limit }),
        ...(cursor !== undefined && { cursor }),
      };
      for await (const stored of store.list(options)) page.push(stored);
      rules.push(...page.map(withoutRevision));
      cursor = page.at(-1)?.cursor;
      if (limit === undefined || page.length < limit) return rules;
    }
  };
  for (const filter of [
    {},
    { status: ["active"] },
    { status: ["superseded"] },
    { tags: ["tool:git"] },
    { authority: "absolute" },
  ]) {
    answers.push(await listed(filter), await listed(filter, 1));
  }
  answers.push([...(await store.getMany(ruleIds, { tenant })).values()].map(withoutRevision));
  for (const id of ruleIds) {
    for await (const revision of store.history(id, { tenant })) answers.push([id, isVisibleTo(revision.rule, tenant)]);
  }
  await using rulebook = createRulebook({ stores: [store] });
  const request = {
    prompt: "round the money, atmic commit, parse_date 価格",
    include: ["commits", "r1", "comits"],
    ...(projectId !== undefined && { project: projectId }),
    ...(userId !== undefined && { user: userId }),
  };
  const traces: unknown[] = [];
  rulebook.on("ruleDebug", ({ trace }) => traces.push({ ...trace, requestId: "" }));
  const resolution = await rulebook.resolve(request, { countUse: false });
  const plain = ({ rule }: { readonly rule: Rule }) => withoutRevision({ rule });
  answers.push(
    resolution.prompt,
    resolution.applied.map(plain),
    resolution.skipped.map((skip) => [plain(skip), skip.reason]),
    resolution.conflicts,
    resolution.diagnostics,
    traces,
    (await rulebook.list({ tenant })).map((rule) => plain({ rule })),
    await rulebook.get("comit", { tenant }).then(
      (rule) => plain({ rule }),
      (error: unknown) => JSON.stringify(error),
    ),
  );
  const { hits, ...page } = await rulebook.search({ text: request.prompt, filter: { tenant } });
  answers.push([hits.map(({ stored, score, scores }) => [plain(stored), score, scores]), page.total, page.isCut, page.degraded]);
  if (projectId !== undefined) {
    const service = createMemoryService({ rulebook, stores: [store], now: () => "2026-01-02T03:04:05.000Z" });
    const found = await service.getMemoryRules({ project_id: projectId });
    answers.push([found.rules.map(({ id, rule }) => [id, rule]), found.total_count]);
  }
  return answers.map((answer) => JSON.stringify(answer));
}

async function write(store: RuleStore, writes: readonly Write[]): Promise<void> {
  for (const one of writes) {
    if (one.kind === "delete") await store.delete(one.id);
    // Cycles of replacements are refused, in both stores alike or in one of them because of a rule that the other does not have.
    else await store.save(one.rule, { upsert: true });
  }
}

/** Rules replace only rules before them, so that no write is refused and both stores have the same visible rules. */
function withoutCycles(writes: readonly Write[]): readonly Write[] {
  return writes.map((one) =>
    one.kind === "delete" ? one : { ...one, rule: { ...one.rule, replaces: one.rule.replaces.filter((id) => id < one.rule.id) } },
  );
}

const stores: readonly (readonly [name: string, open: () => Promise<RuleStore>])[] = [
  ["memory", async () => createMemoryStore()],
  ["cached", async () => cachedStore(createMemoryStore(), { now: () => 0 })],
  [
    "SQLite",
    async () => {
      const dir = await mkdtemp(join(tmpdir(), "precept-tenants-"));
      onTestFinished(() => rm(dir, { recursive: true, force: true }));
      return createSqliteStore({ path: join(dir, "rules.sqlite"), durability: "normal" });
    },
  ],
];

describe.each(stores)("a tenant of the %s store", (_, open) => {
  it("gets the same answers whatever other tenants write", async () => {
    await fc.assert(
      fc.asyncProperty(anyWrites, anyTenant, async (anyOrder, tenant) => {
        const writes = withoutCycles(anyOrder);
        await using shared = await open();
        await using alone = await open();
        await write(shared, writes);
        // The rules that the tenant sees in the end, in the order of their last writes.
        const last = new Map(writes.map((one) => [one.kind === "save" ? one.rule.id : one.id, one]));
        const visible = [...last.values()].filter((one) => one.kind === "save" && isVisibleTo(one.rule, tenant));
        await write(alone, visible);
        const [answers, expected] = [await answersFor(shared, tenant), await answersFor(alone, tenant)];
        expect(withoutHistory(answers)).toEqual(withoutHistory(expected));
        // Histories are longer where a rule was written more often, but show the tenant's revisions only.
        expect(answers.filter((answer) => answer.endsWith(",false]"))).toEqual([]);
      }),
      { numRuns: bySize({ sample: 20, full: 300 }) },
    );
  });

  it("hears of its own rules and the shared ones only", async () => {
    await fc.assert(
      fc.asyncProperty(anyWrites, anyTenant, async (anyOrder, tenant) => {
        const writes = withoutCycles(anyOrder);
        await using store = await open();
        const heard: StoreEvent[] = [];
        const copy = new Map<string, Rule>();
        store.subscribe(
          (event) => {
            heard.push(event);
            if (event.kind !== "changed") return;
            for (const id of event.deleted) copy.delete(id);
            for (const { rule } of event.saved) copy.set(rule.id, rule);
          },
          { filter: { tenant } },
        );
        const before = await store.etag();
        const seen = new Set<string>();
        for (const one of writes) {
          if (one.kind === "save" && isVisibleTo(one.rule, tenant)) seen.add(one.rule.id);
          await write(store, [one]);
        }
        for (const event of heard) {
          if (event.kind !== "changed") continue;
          for (const { rule } of event.saved) expect(isVisibleTo(rule, tenant)).toBe(true);
          for (const id of event.deleted) expect(seen.has(id)).toBe(true);
        }
        const change = await store.changesSince(before, { filter: { tenant } });
        const { saved, deleted } = change.kind === "changed" ? change : { saved: [], deleted: [] };
        for (const { rule } of saved) expect(isVisibleTo(rule, tenant)).toBe(true);
        expect(deleted).toEqual([]);
        const expected: Rule[] = [];
        for await (const { rule } of store.list({ filter: { tenant } })) expected.push(rule);
        expect([...copy.keys()].toSorted()).toEqual(expected.map(({ id }) => id).toSorted());
      }),
      { numRuns: bySize({ sample: 20, full: 300 }) },
    );
  });
});

function withoutHistory(answers: readonly string[]): readonly string[] {
  return answers.filter((answer) => !/^\["r\d",(?:true|false)\]$/.test(answer));
}
